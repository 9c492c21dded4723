/** Number of audit rows older than the hash chain: any other row without a hash was not written by this program. */
export const up = `
alter table audit_head add column unchained int not null default 0;
update audit_head set unchained = (select count(*) from audit_log where hash is null);
`;
