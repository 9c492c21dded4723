/** Sign-ins in progress at the issuer, and the data needed to sign out there (decisions 4.15). */
export const up = `
create table sso_attempts (
  -- Of the secret in the browser's cookie.
  browser_hash text primary key,
  return_to text,
  remembered boolean not null,
  expires_at timestamptz not null,
  -- The issuer sent the browser back: no second callback counts.
  returned_at timestamptz,
  -- Who may take the session, or the code of the refusal.
  user_id bigint references users(id) on delete cascade,
  refusal text,
  id_token_sealed text
);
-- The session began at the issuer; the sealed ID token is for ending it there.
alter table sessions add column by_issuer boolean not null default false, add column id_token_sealed text;
`;
