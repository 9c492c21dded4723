/**
 * Records keep the rule that priced each of their parts: those of open months are recomputed once, by one mark per person and month.
 * No amount changes, and closed months are never rewritten: their reasons are inferred when somebody asks (docs/adr/0017-reasons.md).
 */
export const up = `
with unreasoned as (
  select r.user_id, min(r.booking_date) as day from commission_records r
  where r.parts <> '[]' and r.parts->0->>'clause' is null
    and not exists (select 1 from pay_periods p where p.state = 'closed' and r.booking_date between p.start_date and p.end_date)
  group by r.user_id, date_trunc('month', r.booking_date)
), run as (
  insert into recompute_runs (actor_id, network, request_id, cause, quiet, at)
  select min(id), 'server', '150_reasons', 'Records say which rule of the plan priced them', true, now()
  from users where role = 'admin' having min(id) is not null and exists (select 1 from unreasoned)
  returning id
)
insert into marks (user_id, day, run_id, at) select user_id, day, run.id, now() from unreasoned, run;
`;
