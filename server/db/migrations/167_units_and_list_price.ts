/** More facts of a sale that a plan's rates may depend on (decisions 2.08): the units sold, and the list price before a discount. */
export const up = `
alter table invoices
  add column units int4 check (units >= 0),
  add column list_cents int8 check (list_cents >= 0);
select show_in_lens('invoices', 'id');
`;
