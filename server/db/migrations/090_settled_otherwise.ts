/**
 * Only money received pays an invoice (decisions 2.27). Settlements by journal entries, deposits and the like in a connected accounting
 * system are stored separately, and a receipt cannot pay more than its amount. QuickBooks is read again from the beginning, because earlier
 * syncs imported such settlements as money.
 */
export const up = `
-- What of the money its source applied to anything; null where that is all of it.
alter table receipts add column applied_cents bigint check (applied_cents >= 0);
alter table outside_lines drop constraint outside_lines_target_kind_check;
alter table outside_lines add constraint outside_lines_target_kind_check check (target_kind in ('invoice','credit_memo','other'));

create table settled_otherwise (
  receipt_id bigint not null references receipts(id) on delete cascade,
  invoice_id bigint not null references invoices(id) on delete cascade,
  amount_cents bigint not null check (amount_cents > 0),
  means text not null,
  primary key (receipt_id, invoice_id)
);
create index settled_otherwise_invoice on settled_otherwise (invoice_id);
create function settled_of(invoice bigint) returns bigint language sql stable as $$
  select coalesce(sum(amount_cents), 0)::int8 from settled_otherwise where invoice_id = invoice $$;

-- What the accounting system says is open of an invoice.
create table outside_balances (
  invoice_id bigint primary key references invoices(id) on delete cascade,
  balance_cents bigint not null
);

-- One transaction at a time decides on a receipt, so that two that commit together cannot exceed it together.
create function check_allocations(receipts_changed bigint[]) returns void language plpgsql as $$
declare
  wrong bigint;
begin
  perform 1 from receipts where id = any(receipts_changed) order by id for no key update;
  select r.id into wrong from receipts r
  cross join lateral (select coalesce(sum(p.amount_cents), 0) as cents from customer_payments p where p.receipt_id = r.id) allocated
  where r.id = any(receipts_changed) and (allocated.cents > greatest(r.amount_cents, 0) or r.amount_cents < 0 and allocated.cents < r.amount_cents)
  limit 1;
  if wrong is not null then
    raise exception 'allocations of receipt % exceed it (allocations_within_receipt)', wrong
      using errcode = '23514', constraint = 'allocations_within_receipt';
  end if;
end $$;
create function check_added_allocations() returns trigger language plpgsql as $$
begin
  perform check_allocations(array(select distinct receipt_id from added));
  return null;
end $$;
create trigger allocations_added after insert on customer_payments referencing new table as added
  for each statement execute function check_added_allocations();

-- An amount and its allocations change one after the other, so these look at the end of the transaction.
create function check_changed_allocations() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform check_allocations(array[old.receipt_id]);
  else
    perform check_allocations(array[old.receipt_id, new.receipt_id]);
  end if;
  return null;
end $$;
create function check_changed_receipt() returns trigger language plpgsql as $$
begin
  perform check_allocations(array[new.id]);
  return null;
end $$;
create constraint trigger allocations_changed after update of amount_cents, receipt_id on customer_payments
  deferrable initially deferred for each row when (old.amount_cents <> new.amount_cents or old.receipt_id <> new.receipt_id)
  execute function check_changed_allocations();
create constraint trigger allocations_deleted after delete on customer_payments
  deferrable initially deferred for each row execute function check_changed_allocations();
create constraint trigger receipt_amount_changed after update of amount_cents on receipts
  deferrable initially deferred for each row when (old.amount_cents <> new.amount_cents) execute function check_changed_receipt();

-- An undo takes a receipt back with all of its allocations.
create index run_changes_allocation on run_changes (((before->>'receipt_id')::int8)) where entity = 'payment' and before is not null;

update connections set checkpoint = null where kind = 'quickbooks';
`;
