/**
 * A quarantine code has one sentence: a connection's and a file's were called alike. A temporary password knows who gave it (decisions 4.06); no
 * reference, so that it no longer holds once that account is deleted.
 */
export const up = `
update quarantine set code = 'memoAppliedByHand' where code = 'memoByHand' and connection_id is not null;
alter table users add column temporary_password_by bigint;
select show_in_lens('users', 'id');
`;
