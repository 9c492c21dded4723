/**
 * Plans may reduce quotas by days of leave (decisions 2.22), so a closing stores everybody's leaves, and changing them refreshes the cached
 * quotas.
 */
export const up = `
alter table pay_period_people add column leaves jsonb not null default '[]';
create constraint trigger users_heads_leaves after update of leaves on users
  deferrable initially deferred for each row execute function heads_follow('people');
`;
