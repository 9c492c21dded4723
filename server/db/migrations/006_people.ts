/** Data for the startup checks in production. */
export const up = `
-- A text sealed with the encryption key, so that a wrong key is noticed at the start and not when a secret is needed; and since when
-- no password was held against the public one.
create table start_checks (
  id int primary key default 1 check (id = 1),
  sealed text,
  passwords_checked_at timestamptz
);
insert into start_checks default values;

-- Whether somebody ever did something, and all that they did.
create index audit_log_actor on audit_log (actor_id, id);
`;
