/** Columns and roles chosen for files of people, by their headers. */
export const up = `
create table user_import_layouts (
  header text primary key,
  choices jsonb not null,
  saved_by bigint references users(id) on delete set null,
  saved_at timestamptz not null default now()
);
`;
