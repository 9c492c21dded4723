/** Finds the invoices of all statuses but Paid without reading the others; `invoice_balances_open` has all columns of the sums. */
export const up = `
drop index invoice_balances_open;
create index invoice_balances_open on invoice_balances (due_date) include (invoice_id, open_cents, gross_cents, paid_cents, is_sent, is_unassigned)
  where open_cents > 0;
-- Settled without money.
create index invoice_balances_settled on invoice_balances (invoice_id) where paid_cents = 0 and settled_cents <> 0;
-- Credit memos and invoices of nothing.
create index invoice_balances_unsettled on invoice_balances (invoice_id)
  where is_sent and gross_cents <= 0 and (gross_cents = 0 or settled_cents > gross_cents);
`;
