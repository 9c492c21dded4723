/** Drafts and canceled invoices, which Where money waits counts without reading the sent ones (decisions 2.37). */
export const up = `
create index invoices_unsent on invoices (state) include (gross_cents) where state <> 'sent';
`;
