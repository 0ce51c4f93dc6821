create schema ludex;

create table ludex.version (version bigint not null);

create table ludex.rulesets (
  hash bytea primary key,
  package bytea not null
);

create table ludex.tables (
  id text collate "C" primary key,
  created bigint not null,
  ruleset bytea not null references ludex.rulesets (hash),
  setup text not null
);

create index tables_by_age on ludex.tables (created, id);

create table ludex.seats (
  table_id text collate "C" not null references ludex.tables (id),
  seat smallint not null,
  name text,
  token bytea,
  bot text,
  primary key (table_id, seat)
);

-- the primary key is the optimistic lock: of two appends to one length, the second violates it
create table ludex.entries (
  table_id text collate "C" not null references ludex.tables (id),
  n bigint not null,
  entry text not null,
  primary key (table_id, n)
);
