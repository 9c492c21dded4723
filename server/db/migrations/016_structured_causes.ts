/**
 * Why something changed, as facts that are worded when they are read. Rows from before keep their prose in `cause`: their hashes cover it.
 */
export const up = `
alter table audit_log add column cause_facts jsonb;
`;
