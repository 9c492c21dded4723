/** A reversed payout no longer keeps a credited invoice due (decisions 2.23): such records and those of their memos are recomputed. */
export const up = `
with reversed as (
  select distinct coalesce(i.credit_of_id, i.id) as id from payout_lines l join payouts p on p.id = l.payout_id and p.reversal_of_id is not null
  join commission_records r on r.id = l.commission_id join invoices i on i.id = r.invoice_id
), changed as (
  select distinct r.user_id, r.booking_date as day from reversed o join invoices i on i.id = o.id or i.credit_of_id = o.id
  join commission_records r on r.invoice_id = i.id where r.due_cents <> 0
), run as (
  insert into recompute_runs (actor_id, network, request_id, cause, quiet, untold, at)
  select min(id), 'server', '134_reversed_payouts', 'Reversed payouts no longer count as pay', true, true, now()
  from users where role = 'admin' having min(id) is not null and exists (select 1 from changed)
  returning id
)
insert into marks (user_id, day, run_id, at) select user_id, day, run.id, now() from changed, run;
`;
