/**
 * A credit reduces the balance due but is not a payment (decisions 2.23): released amounts of credited invoices and their memos are
 * recomputed. A run shows overpaid amounts that it does not withhold (decisions 2.24).
 */
export const up = `
alter table payout_run_people add column over_cents bigint not null default 0;
with changed as (
  select distinct r.user_id, r.booking_date as day from commission_records r join invoices i on i.id = r.invoice_id
  where i.credit_of_id is not null or exists (select 1 from invoices m where m.credit_of_id = i.id and m.state = 'sent')
), run as (
  insert into recompute_runs (actor_id, network, request_id, cause, quiet, at)
  select min(id), 'server', '075_settled_by_credit', 'Credits settle invoices without being payments', true, now()
  from users where role = 'admin' having min(id) is not null and exists (select 1 from changed)
  returning id
)
insert into marks (user_id, day, run_id, at) select user_id, day, run.id, now() from changed, run;
`;
