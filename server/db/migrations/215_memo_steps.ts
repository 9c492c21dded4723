/**
 * Closing rules 4: if a credit memo of an earlier quota period takes the period below a step of a retroactive tier, the memo carries the
 * difference. Previously the next sale did. Open months with such memos are recomputed under the new rule.
 */
export const up = `
alter table pay_period_snapshots alter column rules set default 4;

with concerned as (
  select distinct r.user_id from commission_records r join invoices i on i.id = r.invoice_id where i.credit_of_id is not null
), changed as (
  select distinct r.user_id, r.booking_date as day from commission_records r join concerned c on c.user_id = r.user_id
  where not exists (select 1 from pay_periods p where p.state = 'closed' and r.booking_date between p.start_date and p.end_date)
), run as (
  insert into recompute_runs (actor_id, network, request_id, cause, quiet, at)
  select min(id), 'server', '215_memo_steps', 'Credit memos of earlier periods carry the steps of retroactive tiers', true, now()
  from users where role = 'admin' having min(id) is not null and exists (select 1 from changed)
  returning id
)
insert into marks (user_id, day, run_id, at) select user_id, day, run.id, now() from changed, run;
`;
