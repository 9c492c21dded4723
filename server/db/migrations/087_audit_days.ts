/** The audit log is asked for a range of days; without an index every page of an old range read all newer rows. */
export const up = `
create index audit_log_at on audit_log (at, id);
`;
