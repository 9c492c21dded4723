/** Payments and credit memos from a connected accounting system (decisions 2.19, 2.20): what each pays there, even if not imported yet. */
export const up = `
-- As the source names the salesperson: what staff assigned stays until the source says somebody else.
alter table invoices add column told_salesperson text;

create table outside_lines (
  connection_id bigint not null references connections(id),
  payment_id text not null,
  target_kind text not null check (target_kind in ('invoice','credit_memo')),
  target_id text not null,
  amount_cents bigint not null,
  primary key (connection_id, payment_id, target_kind, target_id)
);
create index outside_lines_target on outside_lines (connection_id, target_kind, target_id);

-- answer: the invoice that a person named for what no payment of theirs links.
create table outside_memos (
  connection_id bigint not null references connections(id),
  external_id text not null,
  fact jsonb not null,
  answer text,
  primary key (connection_id, external_id)
);
`;
