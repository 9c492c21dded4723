/** Events that name an invoice by its number in any letter case (decisions 7.02); the index of 034 matched exact spelling only. */
export const up = `
create index events_invoice_name on events (lower(btrim(invoice_id)) text_pattern_ops) where invoice_id is not null;
`;
