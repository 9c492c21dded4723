const month = (day: string): string => `date_trunc('month', ${day})::date`;
const utcDay = (instant: string): string => `(${instant} at time zone 'UTC')::date`;
const counted = ['first_name', 'last_name', 'role', 'territory', 'manager_id', 'active', 'left_on', 'joined_on'];
const leftOut = [
  'email',
  'email_key',
  'password_hash',
  'table_column_orders',
  'table_column_widths',
  'dashboard_settings',
  'notification_settings',
];

const peopleOverTime = (schema: string): string => `
create or replace view ${schema}people_over_time as
select p.user_id, coalesce(lag(p.until_day) over (partition by p.user_id order by p.until_day), '1900-01-01'::date) as from_day,
  p.until_day - 1 as to_day, p.role, p.manager_id, p.active, u.joined_on as joined
from ${schema}user_past p join ${schema}users u on u.id = p.user_id
union all
select u.id, coalesce((select max(until_day) from ${schema}user_past p where p.user_id = u.id), '1900-01-01'::date), '2999-12-31'::date,
  u.role, u.manager_id, u.active, u.joined_on
from ${schema}users u;`;

/**
 * The day a person joined is a plain date in the company's time zone (decisions 2.01). Previously it was read from created_at in UTC: the
 * lens still uses that for earlier instants, and closed months keep the day they were closed with.
 */
export const up = `
alter table users add column joined_on date;
drop trigger if exists company_people_kept on users;
drop trigger if exists users_head on users;
drop trigger if exists users_past_change on users;

update users set joined_on = ${utcDay('created_at')};
alter table facts_past disable trigger facts_past_append_only;
update facts_past set was = was || jsonb_build_object('joined_on', ${utcDay("(was->>'created_at')::timestamptz")})
where entity = 'users';
alter table facts_past enable trigger facts_past_append_only;
-- The default is for who is added by hand: the product says the day.
alter table users alter column joined_on set not null, alter column joined_on set default current_date;

create trigger users_past_change before update on users for each row
  when (${counted.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})
  execute function keep_row('id', ${leftOut.map((column) => `'${column}'`).join(', ')});
select show_in_lens('users', 'id');

-- In the company's zone; one that the database does not know changes nothing.
update users u set joined_on = (u.created_at at time zone z.name)::date
from (select coalesce(nullif(trim(config), '')::jsonb->>'timezone', 'America/Phoenix') as name from config_versions order by id desc limit 1) as c
join pg_timezone_names z on lower(z.name) = lower(c.name)
where u.joined_on <> (u.created_at at time zone z.name)::date;

delete from company_people;
insert into company_people select role, ${month('joined_on')}, count(*) from users where active group by 1, 2;
create or replace function keep_company_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from company_people;
    return null;
  end if;
  insert into company_people
  select role, month, sum(n) from (
    select old.role, ${month('old.joined_on')} as month, -1 as n where tg_op <> 'INSERT' and old.active
    union all select new.role, ${month('new.joined_on')}, 1 where tg_op <> 'DELETE' and new.active
  ) as changed group by role, month having sum(n) <> 0 order by role, month
  on conflict (role, month) do update set people = company_people.people + excluded.people;
  return null;
end $$;
create constraint trigger company_people_kept after insert or delete or update of role, active, joined_on on users
  deferrable initially deferred for each row execute function keep_company_people();
create constraint trigger users_head after insert or delete or update of role, manager_id, active, joined_on on users
  deferrable initially deferred for each row execute function heads_follow('people');

${peopleOverTime('')}
${peopleOverTime('lens.')}
create or replace view lens.company_people as
select role, ${month('joined_on')} as month, count(*)::int as people from lens.users where active group by 1, 2;

-- Who joined in another month may have another quota: what is open of theirs is computed again.
with moved as (
  select distinct r.user_id, r.booking_date as day from users u join commission_records r on r.user_id = u.id
  where ${month('u.joined_on')} <> ${month(utcDay('u.created_at'))}
), run as (
  insert into recompute_runs (actor_id, network, request_id, cause, quiet, at)
  select min(id), 'server', '059_joined_on', 'The day somebody joined is told in the company’s time zone', true, now()
  from users where role = 'admin' having min(id) is not null and exists (select 1 from moved)
  returning id
)
insert into marks (user_id, day, run_id, at) select user_id, day, run.id, now() from moved, run;
`;
