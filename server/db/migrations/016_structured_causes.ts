/**
 * Causes of changes as facts, turned into words when read. Older rows keep their text in `cause` because their hashes cover it.
 */
export const up = `
alter table audit_log add column cause_facts jsonb;
`;
