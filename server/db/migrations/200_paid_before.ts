/** Commission paid before Quotaboard comes from a separate kind of file (decisions 2.31); the source of other payments is null. */
export const up = `
alter table payouts add column source text;
create index payouts_before on payouts (user_id, paid_on) where source = 'before';
select show_in_lens('payouts', 'id');
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('invoices','receipts','sales','paid_before'));
`;
