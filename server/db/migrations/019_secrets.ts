/** Encrypted credentials of connections; the key is stored elsewhere. */
export const up = `
create table secrets (
  name text primary key,
  sealed text not null,
  version int not null default 1,
  updated_at timestamptz not null default now()
);
`;
