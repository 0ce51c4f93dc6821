//! The statements of each operation.

pub const CREATE: &str = "
    with new as (insert into tables (id, created, ruleset, setup) values ($1, $2, $3, $4) returning id)
    insert into seats (table_id, seat, name, token, bot)
    select new.id, (given.i - 1)::smallint, given.name, given.token, given.bot
    from new, unnest($5::text[], $6::bytea[], $7::text[]) with ordinality as given (name, token, bot, i)";

pub const APPEND: &str = "
    insert into entries (table_id, n, entry)
    select $1, $2 + given.i - 1, given.entry
    from unnest($3::text[]) with ordinality as given (entry, i)
    where $2 = (select coalesce(max(n) + 1, 0) from entries where table_id = $1)";

pub const READ: &str = "select entry from entries where table_id = $1 and n >= $2 order by n";

pub const FIND: &str = "select setup from tables where id = $1";

pub const SEATS: &str = "select name, token, bot from seats where table_id = $1 order by seat";

pub const SET_SEAT: &str = "
    update seats set name = $3, token = $4, bot = $5
    where table_id = $1 and seat = $2
    and name is not distinct from $6 and token is not distinct from $7 and bot is not distinct from $8";

pub const LIST: &str = "
    select id, setup, (select coalesce(max(n) + 1, 0) from entries where table_id = id) from tables
    where ($1::bigint is null or (created, id) < ($1, $2)) and ($3::bytea is null or ruleset = $3)
    and (not $4 or exists (select 1 from seats where table_id = id and name is null and bot is null))
    order by created desc, id desc limit $5";

pub const LENGTHS: &str = "
    select (select coalesce(max(n) + 1, 0) from entries where table_id = given.id)
    from unnest($1::text[]) with ordinality as given (id, i) order by i";

pub const PUT_RULESET: &str = "insert into rulesets (hash, package) values ($1, $2) on conflict do nothing";

pub const RULESET: &str = "select package from rulesets where hash = $1";

/// Finds a schema of this name, and whether it is ours.
pub const SCHEMA: &str = "select to_regclass('ludex.version') is not null
    from pg_namespace where nspname = 'ludex'";

pub const VERSION: &str = "select version from ludex.version";
