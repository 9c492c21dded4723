/** People as their identity provider knows them (decisions 4.17). */
export const up = `
create table provisioned_users (
  user_id bigint primary key references users(id) on delete cascade,
  user_name text not null,
  user_name_key text not null generated always as (lower(user_name)) stored,
  external_id text,
  display_name text,
  -- The value of "roles" that decided the role.
  role_value text,
  -- Removed by the identity provider: hidden from it while the account is inactive.
  deleted_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null
);
create unique index provisioned_users_name on provisioned_users (user_name_key) where deleted_at is null;
create index provisioned_users_external on provisioned_users (external_id);
`;
