/**
 * A month keeps the rules it was closed with (decisions 2.11): 1 counts toward quota plan by plan and credits a memo in proportion to its
 * record, 2 counts across plan versions and computes a quota period on its net sales (decisions 2.21, 2.23).
 */
export const up = `
alter table pay_period_snapshots add column rules smallint not null default 1;
alter table pay_period_snapshots alter column rules set default 2;

-- Open months of people with credit memos or with several plan versions are computed again by the new rules.
with concerned as (
  select r.user_id from commission_records r join invoices i on i.id = r.invoice_id where i.credit_of_id is not null
  union select user_id from commission_records where plan_id <> '' group by user_id having count(distinct plan_id) > 1
), changed as (
  select distinct r.user_id, r.booking_date as day from commission_records r join concerned c on c.user_id = r.user_id
  where not exists (select 1 from pay_periods p where p.state = 'closed' and r.booking_date between p.start_date and p.end_date)
), run as (
  insert into recompute_runs (actor_id, network, request_id, cause, quiet, at)
  select min(id), 'server', '074_closing_rules', 'Quota counters continue across plan versions, and credit memos reduce their sale', true, now()
  from users where role = 'admin' having min(id) is not null and exists (select 1 from changed)
  returning id
)
insert into marks (user_id, day, run_id, at) select user_id, day, run.id, now() from changed, run;

create or replace view lens.pay_period_snapshots as select * from pay_period_snapshots where taken_at <= (select lens_at());
`;
