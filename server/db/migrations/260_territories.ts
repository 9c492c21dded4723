/** Territories that administrators add to the specified five (decisions 4.10). The domain checks the names of people's territories. */
export const up = `
create table territories (
  name text primary key,
  added_by bigint references users(id) on delete set null,
  added_at timestamptz not null default now()
);
create unique index territories_key on territories (lower(name));
alter table users drop constraint if exists users_territory_check;
`;
