/** The audit log is filtered by day; without an index each page of an old range read all newer rows. */
export const up = `
create index audit_log_at on audit_log (at, id);
`;
