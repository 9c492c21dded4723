/** A view has the columns that its table had when the view was written: the audit log of a past day lacked the token. */
export const up = `
create or replace view lens.audit_log as select * from audit_log where at <= (select lens_at());
`;
