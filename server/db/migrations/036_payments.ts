/** Payments recorded by people (decisions 2.15, 2.16): reversals, reasons for failures, and lists of both kinds by day. */
export const up = `
alter table receipts
  add column reversal_of_id bigint references receipts(id),
  add column failure text;
create unique index receipts_reversed on receipts (reversal_of_id) where reversal_of_id is not null;
create index receipts_listed on receipts (received_on desc, id desc);

alter table payouts
  add column notes text,
  add column failure text,
  add column self_approved boolean not null default false,
  add column approved_at timestamptz,
  add column updated_at timestamptz not null default now();
update payouts set updated_at = created_at;
create unique index payouts_reversed on payouts (reversal_of_id) where reversal_of_id is not null;
create index payouts_listed on payouts (paid_on desc, id desc);
create index payouts_under_way on payouts (user_id) where state in ('pending','processing');
`;
