/** An index of drafts and canceled invoices, so that "Where money waits" counts them without reading sent ones (decisions 2.37). */
export const up = `
create index invoices_unsent on invoices (state) include (gross_cents) where state <> 'sent';
`;
