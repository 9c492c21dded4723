/** Balances of invoices, and their company-wide sums, so that the list of invoices reads no payments. */
export const up = `
-- A server of the earlier version may still write: without the lock, its payments between the count and the triggers would be missed.
lock table invoices, customer_payments, settled_otherwise in share row exclusive mode;

-- The settlements of each invoice and its open amount; equal to the raw sums, written by triggers in the transaction of their cause.
create table invoice_balances (
  invoice_id bigint primary key references invoices(id) on delete cascade,
  due_date date,
  is_sent boolean not null,
  is_unassigned boolean not null,
  gross_cents bigint not null,
  settled_cents bigint not null,
  -- Of settled_cents, the money that was received.
  paid_cents bigint not null,
  open_cents bigint not null generated always as (case when is_sent and gross_cents > 0 then greatest(0, gross_cents - settled_cents) else 0 end) stored
);
create index invoice_balances_open on invoice_balances (due_date) include (invoice_id, open_cents) where open_cents > 0;

-- The rows add up to the sums of all invoices. Each write appends its change, so that no two writers wait for each other.
create table invoice_sums (invoices int not null, unassigned int not null, invoiced_cents bigint not null, paid_cents bigint not null);

-- Credits are payments as in isCredit.ts.
insert into invoice_balances (invoice_id, due_date, is_sent, is_unassigned, gross_cents, settled_cents, paid_cents)
select i.id, i.due_date, i.state = 'sent', i.state = 'sent' and i.salesperson_id is null, i.gross_cents,
  coalesce(p.settled, 0) + coalesce(s.cents, 0), coalesce(p.paid, 0)
from invoices i
left join (
  select p.invoice_id, sum(p.amount_cents) as settled, sum(p.amount_cents) filter (where not (p.method = 'credit memo' and exists (
    select 1 from customer_payments y join invoices m on m.id = y.invoice_id
    where y.receipt_id = p.receipt_id and m.credit_of_id is not null and p.invoice_id in (m.id, m.credit_of_id)))) as paid
  from customer_payments p where p.state = 'completed' group by p.invoice_id
) p on p.invoice_id = i.id
left join (select invoice_id, sum(amount_cents) as cents from settled_otherwise group by invoice_id) s on s.invoice_id = i.id;
insert into invoice_sums
select count(*), count(*) filter (where is_unassigned), coalesce(sum(gross_cents) filter (where is_sent), 0), coalesce(sum(paid_cents) filter (where is_sent), 0)
from invoice_balances;

create function refresh_invoice_balances(changed bigint[]) returns void language plpgsql as $$
begin
  if cardinality(changed) = 0 then
    return;
  end if;
  -- The second of two transactions that settle an invoice sees the settlements of the first.
  perform 1 from invoices where id = any(changed) order by id for no key update;
  insert into invoice_balances as b (invoice_id, due_date, is_sent, is_unassigned, gross_cents, settled_cents, paid_cents)
  select i.id, i.due_date, i.state = 'sent', i.state = 'sent' and i.salesperson_id is null, i.gross_cents, p.settled + settled_of(i.id), p.paid
  from invoices i cross join lateral (
    -- The state is no condition of the rows: without statistics, as in a bulk load, the planner would scan the index of completed payments by day.
    select coalesce(sum(p.amount_cents) filter (where p.state = 'completed'), 0) as settled,
      coalesce(sum(p.amount_cents) filter (where p.state = 'completed' and not (p.method = 'credit memo' and exists (
        select 1 from customer_payments y join invoices m on m.id = y.invoice_id
        where y.receipt_id = p.receipt_id and m.credit_of_id is not null and p.invoice_id in (m.id, m.credit_of_id)))), 0) as paid
    from customer_payments p where p.invoice_id = i.id
  ) p
  where i.id = any(changed)
  on conflict (invoice_id) do update set due_date = excluded.due_date, is_sent = excluded.is_sent, is_unassigned = excluded.is_unassigned,
    gross_cents = excluded.gross_cents, settled_cents = excluded.settled_cents, paid_cents = excluded.paid_cents
  where (b.due_date, b.is_sent, b.is_unassigned, b.gross_cents, b.settled_cents, b.paid_cents) is distinct from
    (excluded.due_date, excluded.is_sent, excluded.is_unassigned, excluded.gross_cents, excluded.settled_cents, excluded.paid_cents);
end $$;

-- Whether a payment is a credit depends on the other invoices of its receipt.
create function invoices_of_receipts(receipts bigint[]) returns bigint[] language sql stable as $$
  select coalesce(array_agg(distinct invoice_id), '{}') from customer_payments where receipt_id = any(receipts) $$;

create function balance_added_invoices() returns trigger language plpgsql as $$
begin
  perform refresh_invoice_balances(array(select id from became));
  return null;
end $$;
create function balance_changed_invoices() returns trigger language plpgsql as $$
begin
  perform refresh_invoice_balances(array(
    select became.id from became join was on was.id = became.id
    where (became.state, became.gross_cents, became.due_date, became.salesperson_id)
      is distinct from (was.state, was.gross_cents, was.due_date, was.salesperson_id)));
  perform refresh_invoice_balances(invoices_of_receipts(array(
    select p.receipt_id from became join was on was.id = became.id join customer_payments p on p.invoice_id = became.id
    where became.credit_of_id is distinct from was.credit_of_id)));
  return null;
end $$;
create trigger invoice_balances_added after insert on invoices referencing new table as became
  for each statement execute function balance_added_invoices();
create trigger invoice_balances_changed after update on invoices referencing old table as was new table as became
  for each statement execute function balance_changed_invoices();

create function balance_added_payments() returns trigger language plpgsql as $$
begin
  perform refresh_invoice_balances(invoices_of_receipts(array(select receipt_id from became)));
  return null;
end $$;
create function balance_changed_payments() returns trigger language plpgsql as $$
begin
  perform refresh_invoice_balances(invoices_of_receipts(array(select receipt_id from was union select receipt_id from became))
    || array(select invoice_id from was));
  return null;
end $$;
create function balance_removed_payments() returns trigger language plpgsql as $$
begin
  perform refresh_invoice_balances(invoices_of_receipts(array(select receipt_id from was)) || array(select invoice_id from was));
  return null;
end $$;
create trigger invoice_balances_added after insert on customer_payments referencing new table as became
  for each statement execute function balance_added_payments();
create trigger invoice_balances_changed after update on customer_payments referencing old table as was new table as became
  for each statement execute function balance_changed_payments();
create trigger invoice_balances_removed after delete on customer_payments referencing old table as was
  for each statement execute function balance_removed_payments();

create function balance_settled_otherwise() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform refresh_invoice_balances(array(select invoice_id from was));
  end if;
  if tg_op <> 'DELETE' then
    perform refresh_invoice_balances(array(select invoice_id from became));
  end if;
  return null;
end $$;
create trigger invoice_balances_added after insert on settled_otherwise referencing new table as became
  for each statement execute function balance_settled_otherwise();
create trigger invoice_balances_changed after update on settled_otherwise referencing old table as was new table as became
  for each statement execute function balance_settled_otherwise();
create trigger invoice_balances_removed after delete on settled_otherwise referencing old table as was
  for each statement execute function balance_settled_otherwise();

create function sum_invoice_balances() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from invoice_sums;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into invoice_sums
    select -count(*), -count(*) filter (where is_unassigned), -coalesce(sum(gross_cents) filter (where is_sent), 0),
      -coalesce(sum(paid_cents) filter (where is_sent), 0) from was having count(*) > 0;
  end if;
  if tg_op <> 'DELETE' then
    insert into invoice_sums
    select count(*), count(*) filter (where is_unassigned), coalesce(sum(gross_cents) filter (where is_sent), 0),
      coalesce(sum(paid_cents) filter (where is_sent), 0) from became having count(*) > 0;
  end if;
  return null;
end $$;
create trigger invoice_sums_added after insert on invoice_balances referencing new table as became
  for each statement execute function sum_invoice_balances();
create trigger invoice_sums_changed after update on invoice_balances referencing old table as was new table as became
  for each statement execute function sum_invoice_balances();
create trigger invoice_sums_removed after delete on invoice_balances referencing old table as was
  for each statement execute function sum_invoice_balances();
create trigger invoice_sums_gone after truncate on invoice_balances for each statement execute function sum_invoice_balances();
`;
