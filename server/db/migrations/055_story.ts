/** Events that name an invoice, by its number in any writing (decisions 7.02); the index of 034 had the number only as it stands. */
export const up = `
create index events_invoice_name on events (lower(btrim(invoice_id)) text_pattern_ops) where invoice_id is not null;
`;
