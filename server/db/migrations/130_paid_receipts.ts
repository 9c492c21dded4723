/** Finds the receipts for an invoice's paid amounts by its number, which is the end of their keys. */
export const up = `
create index receipts_paid_number on receipts (connection_id, (substring(external_id from '^paid(?:@[0-9]+)?[|](.*)$')));
`;
