/** What connections are trusted with, sealed; the key is not here. */
export const up = `
create table secrets (
  name text primary key,
  sealed text not null,
  version int not null default 1,
  updated_at timestamptz not null default now()
);
`;
