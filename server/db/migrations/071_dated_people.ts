const peopleOverTime = (schema: string): string => `
create or replace view ${schema}people_over_time as
select p.user_id, coalesce((select max(q.until_day) from ${schema}user_past q where q.user_id = p.user_id and q.until_day < p.until_day),
    '1900-01-01'::date) as from_day,
  p.until_day - 1 as to_day, p.role, p.manager_id, p.active, u.joined_on as joined, p.territory, u.left_on as ended
from ${schema}user_past p join ${schema}users u on u.id = p.user_id
union all
select u.id, coalesce((select max(until_day) from ${schema}user_past p where p.user_id = u.id), '1900-01-01'::date), '2999-12-31'::date,
  u.role, u.manager_id, u.active, u.joined_on, u.territory, u.left_on
from ${schema}users u;`;

/**
 * Facts about people have a first day (decisions 2.22). Open days get today's role, manager and territory, so that the upgrade changes no
 * amounts; closed days keep what they were closed with. Employment starts with the account or the first sale, whichever is earlier;
 * '1900-01-01' means an unknown start, which no ramp counts from. It ends on the last day of work, not the day after.
 */
export const up = `
alter table user_past add column territory text;
create index user_past_manager on user_past (manager_id) where manager_id is not null;

-- Where the closed months end, everybody with a later change gets a boundary.
create temporary table first_open on commit drop as
select coalesce((select max(end_date) + 1 from pay_periods where state = 'closed'), '1900-01-01'::date) as day;
insert into user_past (user_id, until_day, role, manager_id, active)
select o.user_id, f.day, o.role, o.manager_id, o.active from people_over_time o cross join first_open f
where o.from_day < f.day and o.to_day >= f.day and exists (select 1 from user_past p where p.user_id = o.user_id and p.until_day > f.day)
on conflict do nothing;
update user_past p set role = case when p.until_day > f.day then u.role else p.role end,
  manager_id = case when p.until_day > f.day then u.manager_id else p.manager_id end, territory = u.territory
from users u, first_open f where u.id = p.user_id;

alter table facts_past disable trigger facts_past_append_only;
update facts_past f set was = f.was || jsonb_build_object('territory', u.territory) from users u where f.entity = 'user_past' and u.id = f.id;
alter table facts_past enable trigger facts_past_append_only;
select show_in_lens('user_past', 'user_id');
${peopleOverTime('')}
${peopleOverTime('lens.')}

create temporary table sold_days on commit drop as
select user_id, min(day) as first_day, max(day) as last_day from (
  select user_id, booking_date as day from commission_records
  union all select salesperson_id, booking_date from invoices where salesperson_id is not null
) as sold group by user_id;
create temporary table new_starts on commit drop as
select u.id, s.first_day as joined_on from users u join sold_days s on s.user_id = u.id where s.first_day < u.joined_on;
-- Who joined in another month may have another quota: what is open of theirs is computed again.
with moved as (
  select distinct r.user_id, r.booking_date as day from users u join new_starts n on n.id = u.id join commission_records r on r.user_id = u.id
  where date_trunc('month', n.joined_on) <> date_trunc('month', u.joined_on)
), run as (
  insert into recompute_runs (actor_id, network, request_id, cause, quiet, at)
  select min(id), 'server', '071_dated_people', 'Employment starts with the first sale where it is earlier than the account', true, now()
  from users where role = 'admin' having min(id) is not null and exists (select 1 from moved)
  returning id
)
insert into marks (user_id, day, run_id, at) select user_id, day, run.id, now() from moved, run;
update users u set joined_on = n.joined_on from new_starts n where n.id = u.id;
update users u set left_on = greatest(u.left_on - 1, u.joined_on, s.last_day)
from users x left join sold_days s on s.user_id = x.id where x.id = u.id and u.left_on is not null;
set constraints all immediate;
alter table users alter column joined_on set default '1900-01-01';
alter table users add constraint users_employment check (left_on is null or left_on >= joined_on);

-- What a closing knew, so that a later change of a closed day is told from what was always so.
alter table pay_period_people add column territory text, add column started date, add column ended date;
alter table pay_period_people disable trigger pay_period_people_append_only;
update pay_period_people k set territory = u.territory, started = u.joined_on, ended = u.left_on from users u where u.id = k.user_id;
alter table pay_period_people enable trigger pay_period_people_append_only;
`;
