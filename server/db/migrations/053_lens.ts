const added = ['gross_cents', 'net_cents', 'commissionable_cents', 'base_cents', 'over_cents', 'amount_cents', 'adjustments_cents'].concat([
  'released_cents',
  'paid_cents',
  'due_cents',
]);
const sums = `count(*) as records, count(*) filter (where net_cents > 0) as positive_records,
  sum(greatest(net_cents, 0))::int8 as positive_net_cents, coalesce(sum(net_cents) filter (where credit = 'override'), 0)::int8 as override_cents,
  ${added.map((name) => `sum(${name})::int8 as ${name}`).join(', ')}`;
const sumNames = `records, positive_records, positive_net_cents, override_cents, ${added.join(', ')}`;

type TrackedTable = Readonly<{ table: string; id?: string; counts?: readonly string[]; leavesOut?: readonly string[] }>;
/** Only money-related columns are tracked, so deleting a person or a preference leaves no copy in the history. */
const trackedTables: readonly TrackedTable[] = [
  { table: 'adjustments' },
  { table: 'payouts' },
  { table: 'payout_lines', id: 'payout_id' },
  { table: 'payout_adjustments', id: 'payout_id' },
  { table: 'record_holds' },
  { table: 'pay_periods' },
  { table: 'user_past', id: 'user_id' },
  { table: 'deals', counts: ['owner_id', 'state', 'closed_on', 'amount_cents'] },
  {
    table: 'users',
    counts: ['first_name', 'last_name', 'role', 'territory', 'manager_id', 'active', 'left_on'],
    leavesOut: [
      'email',
      'email_key',
      'password_hash',
      'table_column_orders',
      'table_column_widths',
      'dashboard_settings',
      'notification_settings',
    ],
  },
];

const historyTriggers = ({ table, id = 'id', counts, leavesOut = [] }: TrackedTable): string => {
  const changed = counts?.map((column) => `old.${column} is distinct from new.${column}`).join(' or ') ?? 'old.* is distinct from new.*';
  const args = [id, ...leavesOut].map((column) => `'${column}'`).join(', ');
  return `
alter table ${table} add column recorded_at timestamptz not null default now();
create trigger ${table}_past_change before update on ${table} for each row when (${changed}) execute function keep_row(${args});
create trigger ${table}_past_end before delete on ${table} for each row execute function keep_row(${args});
select show_in_lens('${table}', '${id}');`;
};

/**
 * The database as of a past instant: the schema `lens` has views of the tables behind all figures, under their own names, as of the
 * instant `lens.at`. With this schema first in the search path, every statement answers as it did then.
 */
export const up = `
create table past_kept (id int primary key default 1 check (id = 1), since timestamptz not null);
insert into past_kept (since) values (now());

-- Records as they were. One statement writes many, and many are read by day, so they keep their columns.
create table commission_records_past (like commission_records);
alter table commission_records_past add column superseded_at timestamptz not null;
create index commission_records_past_booking on commission_records_past (booking_date, superseded_at);
create index commission_records_past_user on commission_records_past (user_id, booking_date);
create index commission_records_past_id on commission_records_past (id);
create function keep_records() returns trigger language plpgsql as $$
begin
  insert into commission_records_past select was.*, now() from was where was.computed_at < now();
  return null;
end $$;
create trigger commission_records_past_change after update on commission_records referencing old table as was
  for each statement execute function keep_records();
create trigger commission_records_past_end after delete on commission_records referencing old table as was
  for each statement execute function keep_records();
create trigger commission_records_past_append_only before update or delete on commission_records_past
  for each row execute function facts_past_is_append_only();
create trigger commission_records_past_no_truncate before truncate on commission_records_past
  for each statement execute function facts_past_is_append_only();

-- A row of facts_past as keep_fact writes it, of a table whose key is called otherwise, without what is left out.
create function keep_row() returns trigger language plpgsql as $$
declare was jsonb := to_jsonb(old);
begin
  insert into facts_past (entity, id, was, recorded_at, superseded_at)
  values (tg_table_name, (was->>tg_argv[0])::int8, was - tg_argv[1:], old.recorded_at, now());
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.recorded_at := now();
  return new;
end $$;
create index facts_past_superseded on facts_past (entity, superseded_at);

create schema if not exists lens;
create function lens_at() returns timestamptz language sql stable as $$ select current_setting('lens.at')::timestamptz $$;

-- Makes the view of a table whose past is in facts_past; once more where a column was added.
create function show_in_lens(shown text, key text) returns void language plpgsql as $$
declare
  now_columns text;
  past_columns text;
begin
  select string_agg(format('t.%I', attname), ', ' order by attnum),
    string_agg(case when attname = key then 'p.id' when attname = 'recorded_at' then 'p.recorded_at' else format('r.%I', attname) end, ', ' order by attnum)
  into now_columns, past_columns from pg_attribute where attrelid = shown::regclass and attnum > 0 and not attisdropped;
  execute format('create or replace view lens.%1$I as
    select %2$s from %1$I t where t.recorded_at <= (select lens_at())
    union all
    select %3$s from facts_past p cross join lateral jsonb_populate_record(null::%1$I, p.was) r
    where p.entity = %1$L and p.recorded_at <= (select lens_at()) and p.superseded_at > (select lens_at())', shown, now_columns, past_columns);
end $$;
select show_in_lens('invoices', 'id');
select show_in_lens('customer_payments', 'id');
${trackedTables.map(historyTriggers).join('')}

-- The same of records.
create function show_records_in_lens() returns void language plpgsql as $$
declare columns text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into columns
  from pg_attribute where attrelid = 'commission_records'::regclass and attnum > 0 and not attisdropped;
  execute format('create or replace view lens.commission_records as
    select %1$s from commission_records where computed_at <= (select lens_at()) and status in (''due'', ''not_due'', ''paid'', ''partially_paid'', ''over_paid'')
    union all
    select %1$s from commission_records_past where computed_at <= (select lens_at()) and superseded_at > (select lens_at())', columns);
end $$;
select show_records_in_lens();

-- What is only ever appended, or ended by its own date.
create view lens.amount_changes as select * from amount_changes where at <= (select lens_at());
create view lens.audit_log as select * from audit_log where at <= (select lens_at());
create view lens.config_versions as
select * from config_versions where created_at <= (select lens_at()) or id = (select min(id) from config_versions);
create view lens.pay_period_snapshots as select * from pay_period_snapshots where taken_at <= (select lens_at());
create view lens.invoice_splits as
select id, invoice_id, user_id, share_ppm, reason, created_by, valid_from, recorded_at,
  case when superseded_at <= (select lens_at()) then superseded_at end as superseded_at
from invoice_splits where recorded_at <= (select lens_at());
-- Nothing waits to be computed: what was shown is what was computed by then.
create view lens.marks as select * from marks where false;

-- Sums, from the records of then. Months one by one, so that the days of each are found by an index.
create view lens.commission_months as
select r.user_id, m.month::date as month, r.status, ${sumNames.replace(/(\w+)/g, 'r.$1')}
from generate_series('1900-01-01'::timestamp, '2999-12-01', interval '1 month') as m(month)
cross join lateral (
  select user_id, status, ${sums} from lens.commission_records
  where booking_date >= m.month::date and booking_date < (m.month + interval '1 month')::date group by user_id, status
) r;
create view lens.company_sums as
select 'day'::text as span, booking_date as first_day, status, ${sums} from lens.commission_records group by booking_date, status
union all
select 'month', m.month::date, r.status, ${sumNames.replace(/(\w+)/g, 'r.$1')}
from generate_series('1900-01-01'::timestamp, '2999-12-01', interval '1 month') as m(month)
cross join lateral (
  select status, ${sums} from lens.commission_records
  where booking_date >= m.month::date and booking_date < (m.month + interval '1 month')::date group by status
) r;
create view lens.company_adjustments as
select effective_date, sum(amount_cents)::int8 as amount_cents from lens.adjustments where state = 'approved' group by effective_date;
create view lens.company_people as
select role, date_trunc('month', created_at at time zone 'UTC')::date as month, count(*)::int as people from lens.users where active group by 1, 2;
create view lens.people_over_time as
select p.user_id, coalesce(lag(p.until_day) over (partition by p.user_id order by p.until_day), '1900-01-01'::date) as from_day,
  p.until_day - 1 as to_day, p.role, p.manager_id, p.active, u.created_at::date as joined
from lens.user_past p join lens.users u on u.id = p.user_id
union all
select u.id, coalesce((select max(until_day) from lens.user_past p where p.user_id = u.id), '1900-01-01'::date), '2999-12-31'::date,
  u.role, u.manager_id, u.active, u.created_at::date
from lens.users u;
`;
