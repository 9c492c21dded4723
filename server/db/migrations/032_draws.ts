/** Amounts paid by draws, one row per person and month (decisions 2.08); not a payout of any record. */
export const up = `
create table draw_months (
  user_id bigint not null references users(id),
  month date not null,
  draw_cents bigint not null,
  due_cents bigint not null,
  recovered_cents bigint not null,
  drawn_cents bigint not null,
  pays_cents bigint not null,
  balance_cents bigint not null,
  settled_by bigint references users(id),
  settled_at timestamptz not null,
  primary key (user_id, month),
  check (pays_cents = due_cents - recovered_cents + drawn_cents)
);
`;
