/**
 * Indexes for searches inside of texts. The extension pg_trgm comes with PostgreSQL, and the owner of a database may create it; where it is
 * missing, as in the embedded database, or forbidden, the same statements read all rows.
 */
export const up = `
do $$
begin
  create extension if not exists pg_trgm;
  create index if not exists invoices_search on invoices using gin (invoice_number gin_trgm_ops, customer_name gin_trgm_ops, notes gin_trgm_ops);
  create index if not exists receipts_search on receipts using gin (reference gin_trgm_ops);
  create index if not exists commission_records_search on commission_records using gin (notes gin_trgm_ops);
exception when undefined_file or feature_not_supported or insufficient_privilege or undefined_object then
  raise notice 'pg_trgm is not available: searches read all rows';
end $$;
`;
