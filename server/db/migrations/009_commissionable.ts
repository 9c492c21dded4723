const sums = `records, positive_records, positive_net_cents, override_cents, gross_cents, net_cents, commissionable_cents, base_cents, over_cents,
  amount_cents, adjustments_cents, paid_cents, due_cents`;
const added = `count(*), count(*) filter (where net_cents > 0), sum(greatest(net_cents, 0)),
  coalesce(sum(net_cents) filter (where credit = 'override'), 0), sum(gross_cents), sum(net_cents), sum(commissionable_cents), sum(base_cents),
  sum(over_cents), sum(amount_cents), sum(adjustments_cents), sum(paid_cents), sum(due_cents)`;

/** Revenue that counts toward a quota, and revenue that would otherwise be counted twice. */
export const up = `
-- What of a record's net counts toward its owner's quota: none of what is excluded or a share in a team's revenue. Changing the type to what
-- it is writes every row once, in place of an update that would leave every row twice. An excluded record is known by its reason or, where
-- money was moved on it, by its steps: the next computation makes right what a plan with a rate of 0 left unclear.
alter table commission_records add column commissionable_cents bigint;
alter table commission_records alter column commissionable_cents type bigint using
  case when credit = 'override' or reason = 'excluded' then 0
    when amount_cents = 0 and (adjustments_cents <> 0 or paid_cents <> 0) and jsonb_array_length(parts) = 1 and (parts->0->>'rate')::numeric = 0 then 0
    else net_cents end;
alter table commission_records alter column commissionable_cents set default 0;
alter table commission_records alter column commissionable_cents set not null;

alter table commission_months add column commissionable_cents bigint not null default 0;
alter table commission_months add column override_cents bigint not null default 0;
alter table company_sums add column commissionable_cents bigint not null default 0;
alter table company_sums add column override_cents bigint not null default 0;
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
`;
