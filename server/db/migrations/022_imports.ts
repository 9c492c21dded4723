/**
 * File imports: uploaded parts, rows with their outcomes, and the last mapping used for each file layout.
 * A run exists before it starts and after it ends, and an undo marks the rows it wrote (decisions 2.15, 2.19, 7.07).
 */
export const up = `
alter table sync_runs drop constraint sync_runs_state_check;
alter table sync_runs add constraint sync_runs_state_check check (state in ('uploading','reading','unreadable','mapping','previewing',
  'previewed','queued','processing','completed','failed','cancelled','undoing','half_undone','undone'));
drop index sync_runs_one_live;
create unique index sync_runs_one_live on sync_runs (connection_id) where state in ('queued','processing','undoing');

alter table run_changes add column after_version int, add column undone_at timestamptz;
create index run_changes_entity on run_changes (entity, entity_id, id desc);
create unique index quarantine_row on quarantine (run_id, row_number) where row_number is not null;

create table imports (
  run_id bigint primary key references sync_runs(id) on delete cascade,
  kind text not null check (kind in ('invoices','receipts','sales')),
  size_bytes bigint not null,
  uploaded_bytes bigint not null default 0,
  header_row int not null default 0,
  -- Of each column its name, samples, and the formats that read it.
  columns jsonb not null default '[]',
  warnings jsonb not null default '[]',
  -- Of the headers, normalised: files of one shape share a mapping.
  shape text,
  mapping jsonb not null default '{}',
  remembered boolean not null default false,
  -- What it would change for each person.
  people jsonb not null default '[]',
  more_people int not null default 0,
  dropped_at timestamptz
);
create table import_parts (
  run_id bigint not null references imports(run_id) on delete cascade,
  part int not null,
  content bytea not null,
  primary key (run_id, part)
);
-- key: what rows of one invoice or one receipt share; hash: of what the row says; fate: what a preview found, done: what the run did.
create table import_rows (
  run_id bigint not null references imports(run_id) on delete cascade,
  row_number int not null,
  cells jsonb not null,
  key text,
  hash text,
  user_id bigint,
  fate text,
  field text,
  reason text,
  accepted boolean not null default false,
  done text,
  primary key (run_id, row_number)
);
create index import_rows_key on import_rows (run_id, key, row_number);
create index import_rows_fate on import_rows (run_id, fate, row_number);
create index import_rows_todo on import_rows (run_id, row_number) where done is null;
create index import_rows_user on import_rows (run_id, user_id) where user_id is not null;
create table import_shapes (
  kind text not null,
  shape text not null,
  mapping jsonb not null,
  updated_by bigint references users(id),
  updated_at timestamptz not null default now(),
  primary key (kind, shape)
);
`;
