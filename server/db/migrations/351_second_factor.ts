/** The second factor (decisions 4.16). The secret of the authenticator app is in `secrets`. */
export const up = `
alter table users add column second_factor_at timestamptz;
select show_in_lens('users', 'id');
create table second_factors (
  user_id bigint primary key references users(id) on delete cascade,
  -- The 30 seconds of the last code that was accepted: none works twice.
  last_step bigint not null default 0
);
create table recovery_codes (
  user_id bigint not null references users(id) on delete cascade,
  hash text not null,
  used_at timestamptz,
  primary key (user_id, hash)
);
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users(id) on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports jsonb not null default '[]',
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
-- Sign-ins with the right password that wait for the second factor.
create table factor_attempts (
  hash text primary key,
  user_id bigint not null references users(id) on delete cascade,
  remembered boolean not null,
  device text not null,
  -- Of the password and the second factor: another one of either ends the attempt.
  stamp text not null,
  challenge text not null,
  expires_at timestamptz not null
);
alter table sessions
  add column factor_confirmed_at timestamptz,
  -- Of the passkey that the session asks for now.
  add column challenge text,
  add column challenge_until timestamptz;
alter table general_settings
  add column second_factor_roles jsonb not null default '[]',
  add column payout_limit_cents bigint;
`;
