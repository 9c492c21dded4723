/** Numbers of the first invoices whose balance differed from the source when the sync ended (decisions 2.27). */
export const up = `
alter table sync_runs add column differing_invoices jsonb not null default '[]';
`;
