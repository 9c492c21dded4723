/** A decision may be taken back for ten seconds by who made it (decisions 2.10): who, and until when. Any other change ends it. */
export const up = `
alter table adjustments add column undo_by bigint references users(id), add column undo_until timestamptz;
alter table payouts add column undo_by bigint references users(id), add column undo_until timestamptz;
alter table payout_runs add column undo_by bigint references users(id), add column undo_until timestamptz;
create index adjustments_waiting on adjustments (created_at, id) where state = 'pending';
create index payouts_waiting on payouts (created_at, id) where state = 'pending';
`;
