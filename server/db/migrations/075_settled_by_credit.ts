/**
 * A credit leaves less to be paid and is no payment (decisions 2.23): what credited invoices and their memos release is computed again. A run
 * says what was overpaid and is not kept back (decisions 2.24).
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
