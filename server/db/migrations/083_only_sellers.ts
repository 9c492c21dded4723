/** The day that decides which people are credited for an invoice or credit memo `i`. */
const peopleDay = 'coalesce((select o.booking_date from invoices o where o.id = i.credit_of_id), i.booking_date)';
const isOpen = (day: string): string =>
  `not exists (select 1 from pay_periods p where p.state = 'closed' and ${day} between p.start_date and p.end_date)`;

/**
 * Only people who were active and had a selling role on the booking date are credited (decisions 3.07). Closed months keep their credits;
 * open months that credit anybody else are recomputed.
 */
export const up = `
alter table pay_period_snapshots alter column rules set default 3;

create temporary table not_selling on commit drop as
select distinct i.id, i.booking_date as day, i.salesperson_id from invoices i
cross join lateral (
  select i.salesperson_id as id union select i.sales_lead_id
  union select user_id from invoice_splits x where x.superseded_at is null and x.invoice_id in (i.id, i.credit_of_id)
) as c join people_over_time o on o.user_id = c.id and ${peopleDay} between o.from_day and o.to_day
where i.state = 'sent' and ${isOpen('i.booking_date')}
  and (not o.active or o.role not in ('salesperson', 'sales_manager', 'vp_sales'))
union select i.id, i.booking_date, i.salesperson_id from commission_records r join invoices i on i.id = r.invoice_id
join people_over_time o on o.user_id = r.user_id and ${peopleDay} between o.from_day and o.to_day
where r.credit = 'override' and not o.active and ${isOpen('i.booking_date')};

with changed as (
  select r.user_id, r.booking_date as day from commission_records r join not_selling n on n.id = r.invoice_id where ${isOpen('r.booking_date')}
  union select n.salesperson_id, n.day from not_selling n where n.salesperson_id is not null and exists (select 1 from commission_records r where r.invoice_id = n.id)
), run as (
  insert into recompute_runs (actor_id, network, request_id, cause, quiet, untold, at)
  select min(id), 'server', '083_only_sellers', 'Only active people with a selling role are credited with a sale', true, true, now()
  from users where role = 'admin' having min(id) is not null and exists (select 1 from changed)
  returning id
)
insert into marks (user_id, day, run_id, at) select user_id, day, run.id, now() from changed, run;
drop table not_selling;
`;
