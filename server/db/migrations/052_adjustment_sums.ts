/** Sums of an author's approved and pending adjustments per person and month (decisions 2.10); the old index had approved ones only. */
export const up = `
drop index adjustments_user;
create index adjustments_user on adjustments (user_id, effective_date) where state in ('approved', 'pending');
`;
