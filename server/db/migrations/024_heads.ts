const countChangesSql = (countTable: string, table: string, changes: string): string => `
create constraint trigger ${table}_head after ${changes} on ${table}
  deferrable initially deferred for each row execute function heads_follow('${countTable}');`;

/**
 * Change counters of the data every list depends on: configurations, closed months, people and their roles. A request reads them with its
 * token, in the same statement, and reloads that data only after a change. They are incremented at commit, so that a counter is never ahead
 * of its data.
 */
export const up = `
create table heads (
  id int primary key default 1 check (id = 1),
  config bigint not null default 0,
  periods bigint not null default 0,
  people bigint not null default 0
);
insert into heads default values;
create function heads_follow() returns trigger language plpgsql as $$
begin
  execute format('update heads set %1$I = %1$I + 1', tg_argv[0]);
  return null;
end $$;
${countChangesSql('config', 'config_versions', 'insert or update or delete')}
${countChangesSql('periods', 'pay_periods', 'insert or update or delete')}
${countChangesSql('periods', 'pay_period_snapshots', 'insert')}
${countChangesSql('people', 'users', 'insert or delete or update of role, manager_id, active, created_at')}
${countChangesSql('people', 'user_past', 'insert or update or delete')}
`;
