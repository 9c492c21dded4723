/**
 * Each quarantine code has one sentence: a connection and a file shared a code. A temporary password records who issued it
 * (decisions 4.06); without a foreign key, so that it becomes invalid when that account is deleted.
 */
export const up = `
update quarantine set code = 'memoAppliedByHand' where code = 'memoByHand' and connection_id is not null;
alter table users add column temporary_password_by bigint;
select show_in_lens('users', 'id');
`;
