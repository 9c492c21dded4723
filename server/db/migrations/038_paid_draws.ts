/**
 * Draws are paid with commission payments (decisions 2.08). `draw_balance_cents` is the amount a payment adds to the person's draw balance.
 * The earlier monthly table is no longer written: the payments are the ledger.
 */
export const up = `
alter table payouts
  add column drawn_cents bigint not null default 0,
  add column recovered_cents bigint not null default 0,
  add column draw_balance_cents bigint not null default 0;
create index payouts_draws on payouts (user_id) where drawn_cents <> 0 or recovered_cents <> 0;
alter table payout_run_people
  add column drawn_cents bigint not null default 0,
  add column recovered_cents bigint not null default 0,
  add column draw_balance_cents bigint not null default 0;
drop table draw_months;
`;
