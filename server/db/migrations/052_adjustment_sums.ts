/** What one author has approved or waiting for one person in a month is added up (decisions 2.10), by the index that had only what counts. */
export const up = `
drop index adjustments_user;
create index adjustments_user on adjustments (user_id, effective_date) where state in ('approved', 'pending');
`;
