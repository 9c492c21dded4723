const month = `date_trunc('month', booking_date::timestamp)::date`;
/** `rows`: records with `times`, 1 or -1. */
const sumsOf = (rows: string): string => `
  select plan_id, ${month} as month, user_id, config_version, key, sum(times * records) as records, sum(times * net) as net, sum(times * amount) as amount
  from (${rows}) r cross join lateral clause_shares(r.parts, r.amount_cents) s group by 1, 2, 3, 4, 5`;
const add = (rows: string): string => `
    insert into clause_sums (plan_id, month, user_id, config_version, key, records, net_cents, amount_cents)
    select * from (${sumsOf(rows)}) added where (records, net, amount) <> (0, 0, 0) order by 1, 2, 3, 4, 5
    on conflict (plan_id, month, user_id, config_version, key) do update set records = clause_sums.records + excluded.records,
      net_cents = clause_sums.net_cents + excluded.net_cents, amount_cents = clause_sums.amount_cents + excluded.amount_cents;`;

/** Totals priced by each plan clause, so that the plan's page reads no records. */
export const up = `
-- A server of the earlier version may still write.
lock table commission_records in share row exclusive mode;

-- The shares of a record's clauses, by the keys of contract/rules/commission/clauses/shares.ts. The key '' counts the record; instead of
-- all these, '?' counts a record from before reasons were stored.
create function clause_shares(parts jsonb, earned bigint) returns table (key text, records int, net bigint, amount bigint) language sql immutable as $$
  select case when part->>'plan' is null then regexp_replace(part->>'clause', '^(rates[.][0-9]+)[.].*$', '\\1') else 'no_clause' end,
    1, sum((part->>'net')::int8)::int8, sum((part->>'amount')::int8)::int8
  from jsonb_array_elements(parts) part where parts->0->>'clause' is not null group by 1
  union all
  select case when parts->0->>'clause' is null then '?' else '' end, 1, 0, 0
  where parts->0->>'clause' is not null or parts <> '[]' or earned <> 0
$$;

-- Equal to the raw sums, written by triggers in the transaction of their cause.
create table clause_sums (
  plan_id text not null,
  month date not null,
  user_id bigint not null references users(id),
  config_version bigint not null,
  key text not null,
  records int not null,
  net_cents bigint not null,
  amount_cents bigint not null,
  primary key (plan_id, month, user_id, config_version, key)
);
insert into clause_sums (plan_id, month, user_id, config_version, key, records, net_cents, amount_cents)
${sumsOf('select 1 as times, * from commission_records')};

create function sum_clauses() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from clause_sums;
    return null;
  end if;
  if tg_op = 'INSERT' then
${add('select 1 as times, * from became')}
    return null;
  end if;
  if tg_op = 'DELETE' then
${add('select -1 as times, * from was')}
  else
${add('select -1 as times, * from was union all select 1, * from became')}
  end if;
  delete from clause_sums s using (select distinct plan_id, ${month} as month, user_id from was) w
  where s.records = 0 and s.plan_id = w.plan_id and s.month = w.month and s.user_id = w.user_id;
  return null;
end $$;
create trigger clause_sums_added after insert on commission_records referencing new table as became
  for each statement execute function sum_clauses();
create trigger clause_sums_changed after update on commission_records referencing old table as was new table as became
  for each statement execute function sum_clauses();
create trigger clause_sums_removed after delete on commission_records referencing old table as was
  for each statement execute function sum_clauses();
create trigger clause_sums_gone after truncate on commission_records for each statement execute function sum_clauses();
`;
