/** Finds the invoices of rare statuses: settled without money, and credit memos and invoices of nothing that are not settled. */
export const up = `
create index invoice_balances_settled on invoice_balances (invoice_id) where paid_cents = 0 and settled_cents <> 0;
create index invoice_balances_unsettled on invoice_balances (invoice_id)
  where is_sent and gross_cents <= 0 and (gross_cents = 0 or settled_cents > gross_cents);
`;
