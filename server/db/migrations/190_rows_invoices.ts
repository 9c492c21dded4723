/** The invoice that a row pays or credits, so that a preview finds everybody whose records it moves. */
export const up = `
alter table import_rows add column invoice_id bigint;
`;
