import { sql } from 'kysely';
import { addDays, type Day, daysIn, overlap, periodAt } from '../../contract/rules/time/period.ts';
import type { Database } from '../../server/db/database.ts';
import { asText, type Violations } from './checks.ts';

/**
 * The pay rules, reimplemented over the stored facts for records of open months: the product's own computation would repeat a bug in
 * its rules. Not covered: the effects of credit memos, holds and other people's facts, which a full recomputation covers.
 */
type Part = Readonly<{ net: number; rate: number; amount: number; clause?: string }>;
export type Plan = Readonly<{
  quota: Readonly<{ amount: number }>;
  base_commission_rate?: number;
  over_quota_commission_rate?: number;
  rates?: readonly Readonly<{ match: Readonly<{ customer_type: string }>; base_commission_rate: number }>[];
  team_override: Readonly<{ rate: number }>;
  due?: Readonly<{ when: string; wait_days?: number }>;
  effective_from?: Day;
  effective_to?: Day;
}>;
/** `memos`: the invoice is a credit memo or has some; `payments`: day and cents of payments that count, and whether any was reversed. */
export type PricedRecord = Readonly<{
  id: number;
  credit: 'sale' | 'lead' | 'override';
  day: Day;
  net: number;
  base: number;
  over: number;
  amount: number;
  earned: number;
  released: number;
  cum: number;
  quota: number;
  counts: number;
  parts: readonly Part[];
  gross: number;
  customer_type: string | null;
  rate_override: string | null;
  memos: boolean;
  held: boolean;
  payments: readonly (readonly [Day, number])[];
}>;

const BASE_RATE = 0.05;
const OVER_RATE = 0.075;
const CENT = 1;
const HALF_CENT = 0.5;
const EPSILON = 1e-6;

const planOn = (plans: readonly Plan[], day: Day): Plan | undefined =>
  plans.find(({ effective_from = '', effective_to = '9999' }) => effective_from <= day && day <= effective_to);

/** The rate of a part, by the kind of its clause; undefined if the clause has no rate of its own. */
const rateOf = (plan: Plan, { clause = '' }: Part, { rate_override, customer_type }: PricedRecord): number | undefined => {
  if (clause.startsWith('override.')) return plan.team_override.rate;
  if (clause === 'own_rate') return Number(rate_override);
  if (clause === 'tiers.0') return plan.base_commission_rate ?? BASE_RATE;
  if (clause === 'tiers.1') return plan.over_quota_commission_rate ?? OVER_RATE;
  if (!clause.startsWith('rates.')) return undefined;
  const rule = plan.rates?.find(({ match }) => match.customer_type === customer_type);
  // An entry without a rate above the quota pays its base rate there.
  return rule?.base_commission_rate;
};

const partFaults = (plan: Plan, record: PricedRecord): string[] => {
  const { parts, amount, net, memos } = record;
  const sum = (pick: (part: Part) => number): number => parts.reduce((total, part) => total + pick(part), 0);
  const exact = sum((part) => part.net * part.rate);
  return [
    ...(sum((part) => part.amount) === amount ? [] : ['its parts do not add up to its amount']),
    ...(sum((part) => part.net) === net ? [] : ['its parts do not add up to its net']),
    ...(memos || Math.abs(amount - exact) <= HALF_CENT + EPSILON ? [] : [`${amount} is not ${exact} rounded`]),
    ...parts.flatMap((part) => {
      const rate = rateOf(plan, part, record);
      if (Math.abs(part.amount - part.net * part.rate) > CENT) return [`a part of ${part.net} at ${part.rate} is ${part.amount}`];
      return memos || rate === undefined || Math.abs(part.rate - rate) < EPSILON
        ? []
        : [`${part.clause} pays ${part.rate} instead of ${rate}`];
    }),
  ];
};

/** The quota of a day's quarter in cents: the plans' quotas weighted by their days in it (decisions 2.21). */
const quotaOn = (plans: readonly Plan[], day: Day): number => {
  const quarter = periodAt('quarter', day);
  let [weighted, days] = [0, 0];
  for (const { quota, effective_from: start_date = quarter.start_date, effective_to: end_date = quarter.end_date } of plans) {
    const range = overlap(quarter, { start_date, end_date });
    const planDays = range ? daysIn(range) : 0;
    weighted += quota.amount * 100 * planDays;
    days += planDays;
  }
  return Math.round(weighted / days);
};

/** Faults in how the net amount is divided at the quota, given the record's position in the quarter. */
const positionFaults = (plans: readonly Plan[], { day, credit, net, base, over, cum, quota, counts, memos }: PricedRecord): string[] => {
  if (memos || credit === 'override' || counts !== net) return [];
  const expected = Math.min(quota, cum + net) - Math.min(quota, cum);
  const expectedQuota = quotaOn(plans, day);
  return [
    ...(base === expected && over === net - expected ? [] : [`${base} and ${over} of ${net} from ${cum} under a quota of ${quota}`]),
    ...(quota === expectedQuota ? [] : [`a quota of ${quota} instead of ${expectedQuota}`]),
  ];
};

const releaseFaults = (plan: Plan, { earned, released, gross, payments, memos, held, net }: PricedRecord, today: Day): string[] => {
  if (memos || held || net <= 0 || gross <= 0 || payments.some(([, cents]) => cents < 0)) return [];
  const { when = 'invoice_paid_in_full', wait_days: wait = 0 } = plan.due ?? {};
  const last = addDays(today, -wait);
  const received = payments.reduce((sum, [day, cents]) => (day <= last ? sum + cents : sum), 0);
  const share = when === 'proportional_to_payments' ? Math.min(1, received / gross) : received >= gross ? 1 : 0;
  return Math.abs(released - earned * share) <= HALF_CENT + EPSILON
    ? []
    : [`${released} of ${earned} released, ${received} of ${gross} received`];
};

/** The reasons why a record's figures do not follow from its facts and the plan on its day. */
export const priceFaults = (plans: readonly Plan[], record: PricedRecord, today: Day): string[] => {
  const plan = planOn(plans, record.day);
  if (!plan) return ['no plan on its day'];
  return [...partFaults(plan, record), ...positionFaults(plans, record), ...releaseFaults(plan, record, today)];
};

/** Records of open months with their facts; call only while no computation is pending. */
const pricedRecords = async ({ query }: Database, today: Day): Promise<readonly PricedRecord[]> => {
  const { rows } = await sql<PricedRecord>`
    select r.id, r.credit, r.booking_date as day, r.net_cents as net, r.base_cents as base, r.over_cents as over, r.amount_cents as amount,
      r.amount_cents + r.adjustments_cents as earned, r.released_cents as released, r.cum_cents as cum, r.quota_cents as quota,
      r.commissionable_cents as counts, r.parts, i.gross_cents as gross, i.customer_type, i.rate_override,
      i.credit_of_id is not null or exists (select 1 from invoices m where m.credit_of_id = i.id) as memos,
      exists (select 1 from record_holds h where h.commission_id = r.id and h.released_at is null) as held,
      coalesce((select json_agg(json_build_array(p.payment_date, p.amount_cents)) from customer_payments p
        where p.invoice_id = i.id and p.state = 'completed' and p.payment_date <= ${today}), '[]') as payments
    from commission_records r join invoices i on i.id = r.invoice_id
    where i.state = 'sent' and r.amount_cents <> 0 and not exists (select 1 from marks)
      and not exists (select 1 from pay_periods c where c.state = 'closed' and r.booking_date between c.start_date and c.end_date)`.execute(
    query,
  );
  return rows;
};
export const pricesFollow = async (db: Database, today: Day): Promise<Violations> => {
  const { rows } = await sql<{ config: string }>`select commissions_config as config from general_settings`.execute(db.query);
  const { plans } = JSON.parse(rows[0]?.config || '{}') as { plans?: readonly Plan[] };
  if (!plans) return [];
  return asText(
    (await pricedRecords(db, today)).flatMap((record) => priceFaults(plans, record, today).map((fault) => ({ fault, ...record }))),
  );
};

/** The shares of an invoice add up to the whole invoice. */
export const sharesAddUp = async ({ query }: Database): Promise<Violations> =>
  asText(
    (
      await sql`
        select i.id as invoice, i.net_cents, sum(r.net_cents)::int8 as recorded from invoices i join commission_records r on r.invoice_id = i.id
        where i.state = 'sent' and r.credit <> 'override' and not exists (select 1 from marks)
          and not exists (select 1 from pay_periods c where c.state = 'closed' and i.booking_date between c.start_date and c.end_date)
        group by i.id having sum(r.net_cents) <> i.net_cents`.execute(query)
    ).rows,
  );

/** The position of each record in its quarter, for people without credit memos in it. */
export const positionsAddUp = async ({ query }: Database): Promise<Violations> =>
  asText(
    (
      await sql`
        select * from (
          select r.id, r.user_id, r.cum_cents, (sum(r.commissionable_cents) over w - r.commissionable_cents)::int8 as expected,
            bool_or(i.credit_of_id is not null or exists (select 1 from invoices m where m.credit_of_id = i.id)
              or exists (select 1 from pay_periods c where c.state = 'closed' and r.booking_date between c.start_date and c.end_date))
              over (partition by r.user_id, date_trunc('quarter', r.booking_date)) as skipped
          from commission_records r join invoices i on i.id = r.invoice_id where r.credit <> 'override' and r.amount_cents <> 0
          window w as (partition by r.user_id, date_trunc('quarter', r.booking_date) order by r.booking_date, r.invoice_number, r.invoice_id)) p
        where not skipped and cum_cents <> expected and not exists (select 1 from marks)`.execute(query)
    ).rows,
  );
