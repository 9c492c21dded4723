const columns = `records, positive_records, positive_net_cents, gross_cents, net_cents, base_cents, over_cents, amount_cents, adjustments_cents,
  paid_cents, due_cents`;

/** Company-wide sums, so that a list of everybody costs the same regardless of headcount. */
export const up = `
-- Sums of commission_records of everybody per status, by day and by month; equal to the raw sums, kept in the writing transaction.
create table company_sums (
  span text not null check (span in ('day','month')),
  first_day date not null,
  status text not null,
  records int not null,
  positive_records int not null,
  positive_net_cents bigint not null,
  gross_cents bigint not null,
  net_cents bigint not null,
  base_cents bigint not null,
  over_cents bigint not null,
  amount_cents bigint not null,
  adjustments_cents bigint not null,
  paid_cents bigint not null,
  due_cents bigint not null,
  primary key (span, first_day, status)
);
insert into company_sums (span, first_day, status, ${columns})
select 'day', booking_date, status, count(*), count(*) filter (where net_cents > 0), sum(greatest(net_cents, 0)), sum(gross_cents),
  sum(net_cents), sum(base_cents), sum(over_cents), sum(amount_cents), sum(adjustments_cents), sum(paid_cents), sum(due_cents)
from commission_records group by 2, 3;
insert into company_sums (span, first_day, status, ${columns})
select 'month', date_trunc('month', first_day)::date, status, ${columns
  .split(/,\s*/)
  .map((name) => `sum(${name})`)
  .join(', ')}
from company_sums group by 2, 3;

-- Half of each page is free: a computation of everything writes every record once, and none then leaves its page and changes the indexes.
alter table commission_records set (fillfactor = 50);

-- Approved adjustments by the day on which they take effect, and active people by role and month of joining. Their triggers run at commit,
-- when the writer holds the audit log's lock: no two wait for each other's rows.
create table company_adjustments (effective_date date primary key, amount_cents bigint not null);
insert into company_adjustments select effective_date, sum(amount_cents) from adjustments where state = 'approved' group by 1;
create function keep_company_adjustments() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from company_adjustments;
    return null;
  end if;
  insert into company_adjustments
  select day, sum(cents) from (
    select old.effective_date as day, -old.amount_cents as cents where tg_op <> 'INSERT' and old.state = 'approved'
    union all select new.effective_date, new.amount_cents where tg_op <> 'DELETE' and new.state = 'approved'
  ) as changed group by day having sum(cents) <> 0 order by day
  on conflict (effective_date) do update set amount_cents = company_adjustments.amount_cents + excluded.amount_cents;
  return null;
end $$;
create constraint trigger company_adjustments_kept after insert or update or delete on adjustments
  deferrable initially deferred for each row execute function keep_company_adjustments();
create trigger company_adjustments_gone after truncate on adjustments for each statement execute function keep_company_adjustments();

create table company_people (role text, month date, people int not null, primary key (role, month));
insert into company_people
select role, date_trunc('month', created_at at time zone 'UTC')::date, count(*) from users where active group by 1, 2;
create function keep_company_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from company_people;
    return null;
  end if;
  insert into company_people
  select role, month, sum(n) from (
    select old.role, date_trunc('month', old.created_at at time zone 'UTC')::date as month, -1 as n where tg_op <> 'INSERT' and old.active
    union all select new.role, date_trunc('month', new.created_at at time zone 'UTC')::date, 1 where tg_op <> 'DELETE' and new.active
  ) as changed group by role, month having sum(n) <> 0 order by role, month
  on conflict (role, month) do update set people = company_people.people + excluded.people;
  return null;
end $$;
create constraint trigger company_people_kept after insert or delete or update of role, active, created_at on users
  deferrable initially deferred for each row execute function keep_company_people();
create trigger company_people_gone after truncate on users for each statement execute function keep_company_people();

-- A past day of one record is found without reading all that ever changed.
create index amount_changes_commission on amount_changes (commission_id, at);
`;
