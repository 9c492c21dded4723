import { expect } from 'vitest';
import type { Role } from '../../../contract/entities/user.ts';
import { isReached } from '../../../contract/rules/commission/bonus.ts';
import { recoverable } from '../../../contract/rules/commission/clawback.ts';
import { dueOf } from '../../../contract/rules/commission/commission.ts';
import { type CommissionsConfig, parseConfig } from '../../../contract/rules/commission/config.ts';
import { rankContestants } from '../../../contract/rules/commission/contest.ts';
import { settleDraw } from '../../../contract/rules/commission/draw.ts';
import { releasedDuringHold } from '../../../contract/rules/commission/hold.ts';
import { matches } from '../../../contract/rules/commission/matching.ts';
import { earnedByObjective } from '../../../contract/rules/commission/objective.ts';
import { type Match, type Plan, quotaFor } from '../../../contract/rules/commission/plan.ts';
import { releasedAt } from '../../../contract/rules/commission/release.ts';
import { fromCents, PPM, toCents } from '../../../contract/rules/money.ts';
import { withheldReasonOf } from '../../../contract/rules/payouts/runRules.ts';
import type { FactRow, PersonRow } from '../../../server/db/repositories/commissions/facts.ts';
import { saleOf } from '../../../server/domain/commissions/recompute/expected/saleOf.ts';
import { expectedRecords, planOn } from '../../../server/domain/commissions/recompute/index.ts';

export type Name = 'sam' | 'kim' | 'mia' | 'vic';
type Amounts = Partial<Record<Name, readonly number[]>>;
/** A person's territory between two days. */
type Place = Readonly<{ from: string; to: string; territory: string }>;
type Row = Readonly<{
  by?: Name;
  net: number;
  day?: string;
  customer?: string;
  customer_type?: string;
  activity_type?: string;
  sale_kind?: 'new' | 'renewal';
  term_months?: number;
  cost?: number;
  units?: number;
  list_price?: number;
  customer_since?: string;
  lead?: Name;
  split?: Partial<Record<Name, number>>;
  memo_of?: number;
  rate?: number;
  received?: readonly (readonly [string, number])[];
  paid?: number;
  held?: boolean;
}>;
/** A plan, sales and the amounts that they earn, in dollars. */
export type PlanCase = Readonly<{
  plan: object;
  more?: readonly object[];
  people?: Partial<Record<Name, { created?: string; leaves?: PersonRow['leaves']; stretches?: readonly Place[] }>>;
  rows: readonly Row[];
  on?: string;
  earned: Amounts;
  due?: Amounts;
  won?: Partial<Record<Name, number>>;
  bonuses?: Amounts;
  /** Achieved percentage of the plan's first objective, and the amount it pays. */
  achieved?: Partial<Record<Name, readonly [percent: number, pays: number]>>;
  /** Prizes of the plan's first contest, by net revenue or first sale of the rows. */
  prizes?: Partial<Record<Name, number>>;
  draw?: Readonly<{ due: readonly number[]; pays: readonly number[]; balance: readonly number[] }>;
  /** Top-level settings besides `plans`. */
  company?: object;
  /** Consecutive payout runs: an amount that one run does not pay waits for the next. */
  runs?: Readonly<{ due: readonly number[]; pay_on?: readonly string[]; left_on?: string; pays: readonly number[] }>;
  kept?: readonly Readonly<{ over: number; paid_on: string; payout: number; on: string; keeps: number }>[];
}>;

export const ids: Readonly<Record<Name, number>> = { sam: 1, kim: 2, mia: 3, vic: 4 };
const roles: Readonly<Record<Name, Role>> = { sam: 'salesperson', kim: 'salesperson', mia: 'sales_manager', vic: 'vp_sales' };
const roleOf = (name: Name): Role => roles[name];
/** The people above a seller: Mia manages Sam and Kim, and Vic manages Mia. */
const leadersOf = (by: Name): Name[] => (by === 'vic' ? [] : by === 'mia' ? ['vic'] : ['mia', 'vic']);
const territories: Readonly<Record<Name, string | null>> = { sam: 'West', kim: 'Midwest', mia: null, vic: null };
const years = { start_date: '2026-01-01', end_date: '2028-12-31' };
const dollars = (cents: readonly number[]): number[] => cents.map(fromCents);

const configOf = ({ plan, more = [], company = {} }: PlanCase): CommissionsConfig => {
  const { config, errors } = parseConfig(JSON.stringify({ ...company, plans: [plan, ...more] }));
  if (!config) throw new Error(JSON.stringify(errors));
  return config;
};

const personOf = (name: Name, { people = {} }: PlanCase): PersonRow => ({
  id: ids[name],
  role: roleOf(name),
  manager_id: leadersOf(name).map((leader) => ids[leader])[0] ?? null,
  joined_on: people[name]?.created ?? '2020-01-01',
  left_on: null,
  active: true,
  stretches: (people[name]?.stretches ?? []).map(({ from, to, territory }) => ({
    ...{ from_day: from, to_day: to, territory, role: roleOf(name), manager_id: leadersOf(name).map((leader) => ids[leader])[0] ?? null },
    ...{ active: true, joined_on: '2020-01-01', left_on: null },
  })),
  leaves: people[name]?.leaves ?? [],
  first_name: name,
  last_name: '',
  territory: territories[name],
});

const takesBackOf = (row: Row, id: number): NonNullable<FactRow['takes_back']> => ({
  id,
  gross_cents: toCents(row.net),
  net_cents: toCents(row.net),
  booking_date: row.day ?? '2026-02-10',
  sale_kind: row.sale_kind ?? null,
  term_months: row.term_months ?? null,
  cost_cents: row.cost === undefined ? null : toCents(row.cost),
  units: row.units ?? null,
  list_cents: row.list_price === undefined ? null : toCents(row.list_price),
});

const factOf = (row: Row, index: number, rows: readonly Row[]): FactRow => {
  const by = row.by ?? 'sam';
  const [manager, ...above] = leadersOf(by).map((leader) => ({ id: ids[leader], role: roleOf(leader) }));
  const original = rows[(row.memo_of ?? 0) - 1];
  return {
    user_id: 0,
    id: index + 1,
    invoice_number: String(index).padStart(3, '0'),
    booking_date: row.day ?? '2026-02-10',
    gross_cents: toCents(row.net),
    net_cents: toCents(row.net),
    credit_of_id: row.memo_of ?? null,
    customer_name: row.customer ?? 'Somebody',
    customer_type: row.customer_type ?? null,
    sale_kind: row.sale_kind ?? null,
    term_months: row.term_months ?? null,
    cost_cents: row.cost === undefined ? null : toCents(row.cost),
    units: row.units ?? null,
    list_cents: row.list_price === undefined ? null : toCents(row.list_price),
    customer_since: row.customer_since ?? null,
    notes: null,
    rate_override: row.rate === undefined ? null : String(row.rate),
    salesperson_id: ids[by],
    salesperson_role: roleOf(by),
    manager_id: manager?.id ?? null,
    manager_role: manager?.role ?? null,
    above,
    sales_lead_id: row.lead ? ids[row.lead] : null,
    sales_lead_role: row.lead ? roleOf(row.lead) : null,
    takes_back: original ? takesBackOf(original, row.memo_of ?? 0) : null,
    credits: [],
    has_pay: false,
    receipts: (row.received ?? []).map(([day, amount]) => [day, toCents(amount)] as const),
    activity_types: row.activity_type ? [row.activity_type] : [],
    splits: row.split ? Object.entries(row.split).map(([name, share]) => [ids[name as Name], Math.round(share * PPM)] as const) : null,
  };
};

export const recordsOf = (name: Name, planCase: PlanCase) => {
  const none = { recorded: () => null, fixed: () => null, isUnearned: () => false, membersOf: () => [] };
  return [...expectedRecords(configOf(planCase), personOf(name, planCase), planCase.rows.map(factOf), years, none).values()].sort(
    (a, b) => a.fact.id - b.fact.id,
  );
};

const dueIn = (name: Name, planCase: PlanCase): number[] =>
  recordsOf(name, planCase).map(({ fact, plan, computed: { amount: earned } }) => {
    const { paid = 0, held = false } = planCase.rows[fact.id - 1] ?? {};
    const receipts = fact.receipts.map(([on, amount]) => ({ on, amount }));
    const facts = { earned, gross: fact.gross_cents, bookingDate: fact.booking_date, receipts };
    const free = releasedAt(plan.release, facts, planCase.on ?? '2026-03-31');
    return dueOf(earned, held ? releasedDuringHold(earned, free, toCents(paid)) : free, toCents(paid));
  });

const bonusesOf = (name: Name, planCase: PlanCase): number[] => {
  const person = personOf(name, planCase);
  const plan = planOn(configOf(planCase), person, '2026-02-10') as Plan;
  const net = recordsOf(name, planCase).reduce((sum, record) => sum + record.net, 0);
  const quota = quotaFor(plan, { id: String(person.id), role: person.role, joinedOn: person.joined_on }, '2026-01-01');
  return plan.bonuses.map((bonus) => (isReached(bonus, { net, quota, won: planCase.won?.[name] ?? 0 }) ? bonus.amount : 0));
};

/** The booking date of the person's first sale that counts for a contest. */
const firstSaleOf = (name: Name, planCase: PlanCase, match: Match = {}): string | null =>
  recordsOf(name, planCase)
    .filter(({ credit, excluded, net, fact }) => credit !== 'override' && !excluded && net > 0 && matches(match, saleOf(fact, null)))
    .map(({ fact }) => fact.booking_date)
    .sort()[0] ?? null;

const prizesOf = (planCase: PlanCase): Partial<Record<Name, number>> => {
  const contest = configOf(planCase).plans[0]?.contests[0];
  if (!contest) throw new Error('the plan has no contest');
  const contestants = (Object.keys(ids) as Name[]).map((name) => {
    const net = recordsOf(name, planCase).reduce((sum, record) => sum + record.net, 0);
    return { userId: ids[name], net, won: planCase.won?.[name] ?? 0, quota: 0, firstSale: firstSaleOf(name, planCase, contest.match) };
  });
  const prizes = new Map(rankContestants(contest, contestants).map(({ userId, prize }) => [userId, fromCents(prize)]));
  return Object.fromEntries((Object.keys(ids) as Name[]).flatMap((name) => (prizes.has(ids[name]) ? [[name, prizes.get(ids[name])]] : [])));
};

const runsOf = (planCase: PlanCase): number[] => {
  const { due = [], pay_on: days = [], left_on: leftOn = null } = planCase.runs ?? {};
  const { payout } = configOf(planCase);
  let waiting = 0;
  return due.map((dollars, index) => {
    const amount = waiting + toCents(dollars);
    const isPaid = withheldReasonOf(payout, { amount, drawn: 0, active: true, leftOn }, days[index] ?? '2026-02-28') === null;
    waiting = isPaid ? 0 : amount;
    return isPaid ? fromCents(amount) : 0;
  });
};

/** Parses a written number, such as 1,000.00 or 7.5%, into millionths. */
const written = (text: string): bigint => {
  const [whole = '0', decimals = ''] = text.replace(/[,%−]/g, '').split('.');
  const millionths = BigInt(whole + decimals.padEnd(6, '0'));
  return text.endsWith('%') ? millionths / 100n : millionths;
};
/** Adds up products to the cent, rounding half away from zero, without the engine's code. */
const workOut = (expression: string): number => {
  let total = 0n;
  for (const [, sign = '+', product = ''] of `+ ${expression}`.matchAll(/([+−]) ([\d,.%]+(?: × [\d,.%]+)*)/g)) {
    const value = product.split(' × ').reduce((result, factor) => (result * written(factor)) / 1_000_000n, 1_000_000n);
    total += sign === '+' ? value : -value;
  }
  const size = total < 0n ? -total : total;
  return Number((size + 5_000n) / 10_000n) * (total < 0n ? -1 : 1);
};
const equations = (hand: string) =>
  [...hand.matchAll(/([\d,.]+%?(?: [×+−] [\d,.]+%?)+) = (−?[\d,]+\.\d\d)/g)].map(([, expression = '', result = '']) => ({
    expression,
    result: Number(written(result) / 10_000n) * (result.startsWith('−') ? -1 : 1),
  }));

/** Checks a case with the product's code, and the handwritten arithmetic independently. */
export const checkCase = (planCase: PlanCase, hand: string): void => {
  for (const [name, amounts] of Object.entries(planCase.earned)) {
    const result = recordsOf(name as Name, planCase).map(({ computed }) => computed.amount);
    expect(dollars(result), `${name} earned`).toEqual(amounts);
  }
  for (const [name, amounts] of Object.entries(planCase.due ?? {}))
    expect(dollars(dueIn(name as Name, planCase)), `${name} due`).toEqual(amounts);
  for (const [name, amounts] of Object.entries(planCase.bonuses ?? {}))
    expect(dollars(bonusesOf(name as Name, planCase)), `${name} bonuses`).toEqual(amounts);
  if (planCase.draw) {
    const months = settleDraw(configOf(planCase).plans[0]?.draw ?? null, planCase.draw.due.map(toCents));
    expect([dollars(months.map(({ pays }) => pays)), dollars(months.map(({ balance }) => balance))]).toEqual([
      planCase.draw.pays,
      planCase.draw.balance,
    ]);
  }
  for (const [percent, pays] of Object.values(planCase.achieved ?? {}))
    expect(fromCents(earnedByObjective(configOf(planCase).plans[0]?.objectives[0]?.amount ?? 0, percent))).toBe(pays);
  if (planCase.prizes) expect(prizesOf(planCase), 'prizes').toEqual(planCase.prizes);
  if (planCase.runs) expect(runsOf(planCase), 'runs').toEqual(planCase.runs.pays);
  for (const { over, paid_on, payout, on, keeps } of planCase.kept ?? []) {
    const clawback = configOf(planCase).plans[0]?.clawback as Plan['clawback'];
    expect(fromCents(recoverable(clawback, [{ over: toCents(over), paidOn: paid_on }], toCents(payout), on))).toBe(keeps);
  }
  for (const { expression, result } of equations(hand)) expect(workOut(expression), expression).toBe(result);
  expect(equations(hand).length + Object.keys(planCase.bonuses ?? {}).length, 'worked out by hand').toBeGreaterThan(0);
};

/** A sentence of a plan, the calculation by hand, and the case that checks it. */
export type PlanSentence = readonly [sentence: string, hand: string, planCase: PlanCase];

export const creditedIn = (planCase: PlanCase): Name[] =>
  (Object.keys(ids) as Name[]).filter((name) => recordsOf(name, planCase).length > 0).sort();
