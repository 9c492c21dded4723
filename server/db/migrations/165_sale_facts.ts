/**
 * Facts of a sale that a plan's rates may depend on (decisions 2.08): typed on the invoice or imported. Credit memos have those of their
 * invoice.
 */
export const up = `
alter table invoices
  add column activity_type text,
  add column sale_kind text check (sale_kind in ('new', 'renewal')),
  add column term_months int4 check (term_months between 1 and 600),
  add column cost_cents int8 check (cost_cents >= 0);
select show_in_lens('invoices', 'id');
`;
