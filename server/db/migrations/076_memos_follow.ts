const isOpen = `not exists (select 1 from pay_periods p where p.state = 'closed' and m.booking_date between p.start_date and p.end_date)`;

/**
 * A credit memo has the people, shares and holds of the sale it reverses (decisions 2.23). Memos that were assigned, split or held
 * separately now follow their sale; those booked in a closed month stay as closed.
 */
export const up = `
create temporary table stray_memos on commit drop as
select m.id, m.credit_of_id, m.booking_date as day, m.salesperson_id, m.sales_lead_id
from invoices m join invoices o on o.id = m.credit_of_id
where m.state = 'sent' and ${isOpen} and (
  (m.salesperson_id, m.sales_lead_id) is distinct from (o.salesperson_id, o.sales_lead_id)
  or exists (select 1 from invoice_splits x where x.invoice_id = m.id and x.superseded_at is null)
  or exists (select 1 from commission_records r join record_holds h on h.commission_id = r.id and h.released_at is null where r.invoice_id = m.id));

create temporary table stray_days on commit drop as
select user_id, day from stray_memos s join commission_records r on r.invoice_id in (s.id, s.credit_of_id)
union select x.user_id, day from stray_memos s join invoice_splits x on x.invoice_id in (s.id, s.credit_of_id) and x.superseded_at is null
union select p.id, day from stray_memos s join invoices o on o.id = s.credit_of_id
  cross join lateral (values (s.salesperson_id), (s.sales_lead_id), (o.salesperson_id), (o.sales_lead_id)) as p(id) where p.id is not null;

update invoices m set salesperson_id = o.salesperson_id, sales_lead_id = o.sales_lead_id, version = m.version + 1, updated_at = now()
from stray_memos s join invoices o on o.id = s.credit_of_id
where m.id = s.id and (m.salesperson_id, m.sales_lead_id) is distinct from (o.salesperson_id, o.sales_lead_id);
update invoice_splits set superseded_at = now() where superseded_at is null and invoice_id in (select id from stray_memos);
update record_holds h set released_at = now() from commission_records r
where r.id = h.commission_id and h.released_at is null and r.invoice_id in (select id from stray_memos);

with run as (
  insert into recompute_runs (actor_id, network, request_id, cause, quiet, at)
  select min(id), 'server', '076_memos_follow', 'Credit memos have the people of their invoices', true, now()
  from users where role = 'admin' having min(id) is not null and exists (select 1 from stray_days)
  returning id
)
insert into marks (user_id, day, run_id, at) select user_id, day, run.id, now() from stray_days, run;
drop table stray_days;
drop table stray_memos;
`;
