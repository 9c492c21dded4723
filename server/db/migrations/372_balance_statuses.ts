/** Finds the invoices of rare statuses without reading the others; `invoice_balances_open` finds those with an open amount. */
export const up = `
-- Settled without money.
create index invoice_balances_settled on invoice_balances (invoice_id) where paid_cents = 0 and settled_cents <> 0;
-- Credit memos and invoices of nothing.
create index invoice_balances_unsettled on invoice_balances (invoice_id)
  where is_sent and gross_cents <= 0 and (gross_cents = 0 or settled_cents > gross_cents);
`;
