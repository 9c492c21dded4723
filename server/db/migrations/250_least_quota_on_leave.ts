/** At least 25% of a quota remains during leave (decisions 2.22): open months of people with leave are recomputed under the new rule. */
export const up = `
with changed as (
  select distinct r.user_id, r.booking_date as day from commission_records r join users u on u.id = r.user_id
  where u.leaves <> '[]'
    and not exists (select 1 from pay_periods p where p.state = 'closed' and r.booking_date between p.start_date and p.end_date)
), run as (
  insert into recompute_runs (actor_id, network, request_id, cause, quiet, at)
  select min(id), 'server', '250_least_quota_on_leave', 'At least 25% of a quota remain on leave', true, now()
  from users where role = 'admin' having min(id) is not null and exists (select 1 from changed)
  returning id
)
insert into marks (user_id, day, run_id, at) select user_id, day, run.id, now() from changed, run;
`;
