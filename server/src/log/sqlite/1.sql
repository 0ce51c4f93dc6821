create table rulesets (
  hash blob primary key,
  package blob not null
) strict;

create table tables (
  id text primary key,
  created integer not null,
  ruleset blob not null references rulesets (hash),
  setup text not null
) strict, without rowid;

create index tables_by_age on tables (created, id);

create table seats (
  table_id text not null references tables (id),
  seat integer not null,
  name text,
  token blob,
  bot text,
  primary key (table_id, seat)
) strict, without rowid;

create table entries (
  table_id text not null references tables (id),
  n integer not null,
  entry text not null,
  primary key (table_id, n)
) strict, without rowid;
