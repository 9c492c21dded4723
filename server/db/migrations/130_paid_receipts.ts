/** Finds the receipts for the amounts paid of an invoice by its number, which their keys end with. */
export const up = `
create index receipts_paid_number on receipts (connection_id, (substring(external_id from '^paid(?:@[0-9]+)?[|](.*)$')));
`;
