/**
 * Amounts that credit memos take back from other sales of the quota period are released once the memo has settled its invoice
 * (decisions 2.23): memos of settled invoices are recomputed, except in closed months.
 */
export const up = `
with changed as (
  select distinct r.user_id, r.booking_date as day from commission_records r join invoices i on i.id = r.invoice_id
  where i.credit_of_id is not null and r.reason = 'settled_by_credit'
    and not exists (select 1 from pay_periods p where p.state = 'closed' and r.booking_date between p.start_date and p.end_date)
), run as (
  insert into recompute_runs (actor_id, network, request_id, cause, quiet, untold, at)
  select min(id), 'server', '084_moved_by_credit', 'Credit memos of settled invoices take back from other sales', true, true, now()
  from users where role = 'admin' having min(id) is not null and exists (select 1 from changed)
  returning id
)
insert into marks (user_id, day, run_id, at) select user_id, day, run.id, now() from changed, run;
`;
