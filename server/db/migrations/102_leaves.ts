/** Leave as a dated fact about people (decisions 2.22): a list of first and last days, in order. It does not affect pay. */
export const up = `
alter table users add column leaves jsonb;
alter table users disable trigger user;
update users set leaves = '[]';
alter table users enable trigger user;
alter table users alter column leaves set default '[]', alter column leaves set not null;
select show_in_lens('users', 'id');
`;
