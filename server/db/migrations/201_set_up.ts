/**
 * A new company is being set up until an administrator takes it live (decisions 8.07); a company that already has users counts as live.
 * Skipped checklist items have a reason.
 */
export const up = `
alter table general_settings add column live_at timestamptz, add column live_undo_until timestamptz;
update general_settings set live_at = now() where exists (select 1 from users);
create table setup_skips (
  item text primary key,
  reason text not null,
  skipped_by bigint references users(id) on delete set null,
  skipped_at timestamptz not null default now()
);
`;
