const sums = `records, positive_records, positive_net_cents, override_cents, gross_cents, net_cents, commissionable_cents, base_cents, over_cents,
  amount_cents, adjustments_cents, released_cents, paid_cents, due_cents`;
const added = `count(*), count(*) filter (where net_cents > 0), sum(greatest(net_cents, 0)),
  coalesce(sum(net_cents) filter (where credit = 'override'), 0), sum(gross_cents), sum(net_cents), sum(commissionable_cents), sum(base_cents),
  sum(over_cents), sum(amount_cents), sum(adjustments_cents), sum(released_cents), sum(paid_cents), sum(due_cents)`;

/** History: people's roles by day, the people a month was closed with, and the released part of a record. */
export const up = `
-- How somebody was on the days before until_day, back to the row before; users says how they have been since the last one.
create table user_past (
  user_id bigint not null references users(id) on delete cascade,
  until_day date not null,
  role text not null,
  manager_id bigint,
  active boolean not null,
  primary key (user_id, until_day)
);
create index user_past_until on user_past (until_day);
create view people_over_time as
select p.user_id, coalesce(lag(p.until_day) over (partition by p.user_id order by p.until_day), '1900-01-01'::date) as from_day,
  p.until_day - 1 as to_day, p.role, p.manager_id, p.active, u.created_at::date as joined
from user_past p join users u on u.id = p.user_id
union all
select u.id, coalesce((select max(until_day) from user_past p where p.user_id = u.id), '1900-01-01'::date), '2999-12-31'::date,
  u.role, u.manager_id, u.active, u.created_at::date
from users u;

-- Everybody as they were when a month was closed, by its pay_period_snapshots; no key to users, because who is deleted later was still there.
-- The first month that is closed keeps the days before it too.
create table pay_period_people (
  snapshot_id bigint not null,
  user_id bigint not null,
  from_day date not null,
  to_day date not null,
  role text not null,
  manager_id bigint,
  active boolean not null,
  joined date not null,
  primary key (snapshot_id, user_id, from_day)
);

-- What the audit log knows of the past: each change of an account names what the fields it changed were before.
insert into user_past (user_id, until_day, role, manager_id, active)
select distinct on (u.id, changed.day) u.id, changed.day,
  coalesce((select l.before->>'role' from audit_log l where l.entity = 'user' and l.entity_id = u.id::text and l.id >= changed.id
    and l.before ? 'role' order by l.id limit 1), u.role),
  coalesce((select (l.before->>'manager_id')::bigint from audit_log l where l.entity = 'user' and l.entity_id = u.id::text
    and l.id >= changed.id and l.before ? 'manager_id' order by l.id limit 1), u.manager_id),
  coalesce((select (l.before->>'active')::boolean from audit_log l where l.entity = 'user' and l.entity_id = u.id::text
    and l.id >= changed.id and l.before ? 'active' order by l.id limit 1), u.active)
from users u
cross join (select coalesce(nullif(trim(commissions_config), '')::jsonb->>'timezone', 'America/Phoenix') as zone from general_settings) as s
cross join lateral (
  select l.id, (l.at at time zone s.zone)::date as day from audit_log l
  where l.entity = 'user' and l.entity_id = u.id::text and l.before ?| array['role', 'manager_id', 'active']
) as changed
order by u.id, changed.day, changed.id;
insert into user_past (user_id, until_day, role, manager_id, active)
select id, left_on, role, manager_id, true from users where not active and left_on is not null
on conflict do nothing;

insert into pay_period_people (snapshot_id, user_id, from_day, to_day, role, manager_id, active, joined)
select s.id, o.user_id, greatest(o.from_day, s.since), least(o.to_day, s.end_date), o.role, o.manager_id, o.active, o.joined
from (
  select distinct on (k.period_id) k.id, k.taken_at, p.end_date,
    case when p.start_date = (select min(start_date) from pay_periods where state = 'closed') then '1900-01-01'::date else p.start_date end as since
  from pay_period_snapshots k join pay_periods p on p.id = k.period_id where p.state = 'closed' order by k.period_id, k.id desc
) as s
join people_over_time o on o.from_day <= s.end_date and o.to_day >= s.since
join users u on u.id = o.user_id and u.created_at <= s.taken_at;

create trigger pay_period_people_append_only before update or delete on pay_period_people
  for each row execute function pay_period_snapshots_are_kept();
create trigger pay_period_people_no_truncate before truncate on pay_period_people
  for each statement execute function pay_period_snapshots_are_kept();

-- What of the records is released, for Not yet due and Overpaid.
alter table commission_months add column released_cents bigint not null default 0;
alter table company_sums add column released_cents bigint not null default 0;
delete from commission_months;
delete from company_sums;
insert into commission_months (user_id, month, status, ${sums})
select user_id, date_trunc('month', booking_date)::date, status, ${added} from commission_records group by 1, 2, 3;
insert into company_sums (span, first_day, status, ${sums})
select 'day', booking_date, status, ${added} from commission_records group by 2, 3;
insert into company_sums (span, first_day, status, ${sums})
select 'month', date_trunc('month', first_day)::date, status, ${sums
  .split(/,\s*/)
  .map((name) => `sum(${name})`)
  .join(', ')}
from company_sums group by 2, 3;

-- What of a payout pays an adjustment that belongs to no record, as payout_lines does for records.
create table payout_adjustments (
  payout_id bigint not null references payouts(id),
  adjustment_id bigint not null references adjustments(id),
  amount_cents bigint not null,
  primary key (payout_id, adjustment_id)
);
create index payout_adjustments_adjustment on payout_adjustments (adjustment_id);
create index adjustments_alone on adjustments (effective_date) include (user_id, amount_cents) where state = 'approved' and commission_id is null;
`;
