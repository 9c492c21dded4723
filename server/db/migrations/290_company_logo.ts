/** The company's logo (decisions 4.12): at most one, a PNG or JPEG. */
export const up = `
create table company_logo (
  id integer primary key default 1 check (id = 1),
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  content bytea not null,
  sha256 text not null,
  changed_at timestamptz not null
);
`;
