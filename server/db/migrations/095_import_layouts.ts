/**
 * An imported file has the layout of the product that exported it, answers to the questions it leaves open, and the values its preview
 * could not place (decisions 2.26). Names matched to a person are remembered for the company.
 */
export const up = `
alter table imports add column layout text not null default 'generic', add column choices jsonb not null default '{}',
  add column questions jsonb not null default '[]', add column notes jsonb not null default '[]';
alter table import_shapes add column layout text;
create table import_names (
  id bigint generated always as identity primary key,
  -- As the file writes it, and without case, accents and punctuation.
  text text not null,
  text_key text not null unique,
  user_id bigint not null references users(id) on delete cascade,
  created_by bigint references users(id) on delete set null,
  created_at timestamptz not null default now()
);
create index import_names_user on import_names (user_id);
`;
