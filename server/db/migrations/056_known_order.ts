/**
 * A transaction that began earlier may write a row later: its row then counts as known from the other transaction's instant, not from its
 * own start; otherwise both would be known in between and the lens would count twice.
 */
export const up = `
create or replace function keep_fact() returns trigger language plpgsql as $$
declare at timestamptz := greatest(now(), old.recorded_at);
begin
  insert into facts_past (entity, id, was, recorded_at, superseded_at) values (tg_table_name, old.id, to_jsonb(old), old.recorded_at, at);
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.recorded_at := at;
  return new;
end $$;

create or replace function keep_row() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  at timestamptz := greatest(now(), old.recorded_at);
begin
  insert into facts_past (entity, id, was, recorded_at, superseded_at)
  values (tg_table_name, (was->>tg_argv[0])::int8, was - tg_argv[1:], old.recorded_at, at);
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.recorded_at := at;
  return new;
end $$;
`;
