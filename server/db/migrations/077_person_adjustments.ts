/** An adjustment for a person, without an invoice: a prize, an objective, a settlement (decisions 2.25). */
export const up = `
alter table adjustments add column kind text;
alter table adjustments add constraint adjustments_kind check (kind in ('prize', 'objective', 'settlement', 'correction', 'other'));
alter table adjustments drop constraint adjustments_about;
alter table adjustments add constraint adjustments_about check (case
  when kind is null then related_invoice_id is not null or origin = 'bonus'
  else origin = 'manual' and related_invoice_id is null and commission_id is null end);
select show_in_lens('adjustments', 'id');
`;
