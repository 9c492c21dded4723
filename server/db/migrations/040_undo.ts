/** The person who made a decision may undo it for ten seconds (decisions 2.10). Any other change ends that window. */
export const up = `
alter table adjustments add column undo_by bigint references users(id), add column undo_until timestamptz;
alter table payouts add column undo_by bigint references users(id), add column undo_until timestamptz;
alter table payout_runs add column undo_by bigint references users(id), add column undo_until timestamptz;
create index adjustments_waiting on adjustments (created_at, id) where state = 'pending';
create index payouts_waiting on payouts (created_at, id) where state = 'pending';
`;
