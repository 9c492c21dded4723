/** The root over the statements of each closing, and the statements as they were hashed (decisions 2.38). Neither changes afterwards. */
export const up = `
create table statement_leaves (
  snapshot_id bigint not null references pay_period_snapshots(id),
  user_id bigint not null references users(id),
  -- The text that is hashed, with the salt in it.
  leaf text not null,
  hash text not null,
  -- Null until the root is published.
  position integer,
  path jsonb,
  primary key (snapshot_id, user_id)
);
create table statement_roots (
  snapshot_id bigint primary key references pay_period_snapshots(id),
  root text not null,
  statements integer not null,
  published_at timestamptz not null
);

create function statement_roots_are_kept() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
create trigger statement_leaves_append_only before update or delete on statement_leaves
  for each row when (old.path is not null) execute function statement_roots_are_kept();
create trigger statement_leaves_no_truncate before truncate on statement_leaves for each statement execute function statement_roots_are_kept();
create trigger statement_roots_append_only before update or delete on statement_roots
  for each row execute function statement_roots_are_kept();
create trigger statement_roots_no_truncate before truncate on statement_roots for each statement execute function statement_roots_are_kept();

create function statement_roots_tell_webhooks() returns trigger language plpgsql as $$
begin
  perform tell_webhooks('statement_root.published', (
    select jsonb_build_object('month', to_char(p.start_date, 'YYYY-MM'), 'root', new.root, 'statements', new.statements)
    from pay_period_snapshots s join pay_periods p on p.id = s.period_id where s.id = new.snapshot_id));
  return null;
end $$;
create trigger statement_roots_inserted_webhooks after insert on statement_roots
  for each row execute function statement_roots_tell_webhooks();
`;
