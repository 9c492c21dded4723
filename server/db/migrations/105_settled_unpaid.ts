/**
 * An invoice reversed in full by credit memos before any payout is settled (decisions 2.24): records of such invoices and memos with an
 * amount due are recomputed.
 */
export const up = `
with changed as (
  select distinct r.user_id, r.booking_date as day from commission_records r join invoices i on i.id = r.invoice_id
  join invoices o on o.id = coalesce(i.credit_of_id, i.id) and o.gross_cents > 0
  where r.due_cents <> 0
    and o.gross_cents + (select sum(m.gross_cents) from invoices m where m.credit_of_id = o.id and m.state = 'sent') <= 0
), run as (
  insert into recompute_runs (actor_id, network, request_id, cause, quiet, untold, at)
  select min(id), 'server', '105_settled_unpaid', 'Credits settle invoices that nobody was paid for', true, true, now()
  from users where role = 'admin' having min(id) is not null and exists (select 1 from changed)
  returning id
)
insert into marks (user_id, day, run_id, at) select user_id, day, run.id, now() from changed, run;
`;
