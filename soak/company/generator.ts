import type { Role } from '../../contract/entities/user.ts';
import { addDays, type Day } from '../../contract/rules/time/period.ts';
import { randomOf } from '../../server/demo/random.ts';
import type { DatabaseFailure } from './databaseFailure.ts';

/**
 * `lost`: the response is lost, and the call is repeated with its Idempotency-Key. `repeated`: the call arrives twice. A database
 * failure ends after the call, which is then repeated.
 */
export type Fault = Readonly<{ kind: 'none' | 'lost' | 'repeated' }> | DatabaseFailure;
/** `who` selects one of the people with the role, `seed` determines the rest. `jumpMs`: how far the clock jumps before the act. */
export type Act = Readonly<{ number: number; name: string; role: Role; who: number; seed: string; jumpMs: number; fault: Fault }>;
export type DayPlan = Readonly<{ day: Day; acts: readonly Act[]; restarts: boolean }>;
type Kind = Readonly<{ name: string; roles: readonly Role[]; weight: number }>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const leaders: readonly Role[] = ['vp_sales', 'sales_manager', 'admin'];
const invoicers: readonly Role[] = ['finance', 'finance', 'sales_manager', 'vp_sales', 'admin'];
const bookkeepers: readonly Role[] = ['finance', 'admin'];
const sellers: readonly Role[] = ['salesperson', 'sales_manager', 'vp_sales'];
const everybody: readonly Role[] = ['admin', 'vp_sales', 'sales_manager', 'salesperson', 'finance', 'events_manager'];

/** The acts of an ordinary day, with the roles that usually do them, or try to. */
export const kinds: readonly Kind[] = [
  { name: 'invoice.book', roles: invoicers, weight: 30 },
  { name: 'invoice.edit', roles: invoicers, weight: 5 },
  { name: 'invoice.cancel', roles: invoicers, weight: 2 },
  { name: 'invoice.assign', roles: ['finance', 'vp_sales'], weight: 3 },
  { name: 'invoice.credit', roles: ['finance', 'vp_sales'], weight: 5 },
  { name: 'split.set', roles: leaders, weight: 3 },
  { name: 'hold.set', roles: ['finance', 'vp_sales', 'admin', 'sales_manager'], weight: 2 },
  { name: 'hold.release', roles: ['finance', 'vp_sales', 'admin'], weight: 2 },
  { name: 'question.open', roles: sellers, weight: 2 },
  { name: 'question.resolve', roles: leaders, weight: 2 },
  { name: 'adjustment.record', roles: leaders, weight: 5 },
  { name: 'adjustment.person', roles: leaders, weight: 3 },
  { name: 'adjustment.decide', roles: ['vp_sales', 'admin'], weight: 3 },
  { name: 'adjustment.void', roles: leaders, weight: 1 },
  { name: 'approvals.decide', roles: ['vp_sales', 'admin', 'finance'], weight: 8 },
  { name: 'deal.create', roles: sellers, weight: 5 },
  { name: 'deal.step', roles: sellers, weight: 5 },
  { name: 'payment.receive', roles: bookkeepers, weight: 24 },
  { name: 'payment.step', roles: bookkeepers, weight: 5 },
  { name: 'payment.allocate', roles: bookkeepers, weight: 4 },
  { name: 'receipt.fail', roles: bookkeepers, weight: 1 },
  { name: 'receipt.reverse', roles: bookkeepers, weight: 1 },
  { name: 'payout.pay', roles: bookkeepers, weight: 3 },
  { name: 'payout.approve', roles: bookkeepers, weight: 3 },
  { name: 'payout.complete', roles: bookkeepers, weight: 3 },
  { name: 'payout.reverse', roles: bookkeepers, weight: 0.5 },
  { name: 'user.hire', roles: ['admin'], weight: 1 },
  { name: 'user.move', roles: ['admin'], weight: 1 },
  { name: 'user.leave', roles: ['admin'], weight: 0.3 },
  { name: 'plan.save', roles: ['admin'], weight: 0.5 },
  { name: 'plan.version', roles: ['admin'], weight: 0.5 },
  { name: 'import.invoices', roles: bookkeepers, weight: 1 },
  { name: 'import.receipts', roles: bookkeepers, weight: 1 },
  { name: 'import.undo', roles: bookkeepers, weight: 0.2 },
  { name: 'month.reopen', roles: bookkeepers, weight: 0.2 },
  // Only in focus; otherwise on its day.
  { name: 'month.step', roles: bookkeepers, weight: 0 },
];

/** Acts due on a day of the month. */
const monthly: Readonly<Record<string, readonly (readonly [name: string, role: Role])[]>> = {
  '03': [
    ['approvals.decide', 'admin'],
    ['approvals.decide', 'vp_sales'],
    ['question.resolve', 'admin'],
    ['question.resolve', 'vp_sales'],
  ],
  '04': [
    ['approvals.decide', 'vp_sales'],
    ['approvals.decide', 'admin'],
    ['month.close', 'finance'],
    ['month.step', 'admin'],
  ],
  '05': [
    ['month.close', 'finance'],
    ['run.propose', 'finance'],
    ['run.approve', 'finance'],
  ],
  '06': [
    ['run.approve', 'vp_sales'],
    ['run.approve', 'finance'],
    ['run.approve', 'admin'],
  ],
  '07': [['run.complete', 'finance']],
};
const MIN_ACTS = 4;
const MAX_ACTS = 12;
const MAX_STATEMENT = 60;

const failures: readonly (readonly [kind: Fault['kind'], weight: number])[] = [
  ['none', 83],
  ['lost', 6],
  ['repeated', 4],
  ['crash', 3],
  ['lost connection', 2],
  ['full disk', 2],
];

/** The least weight of an act or failure for each time that the focus names it. */
const FOCUS_WEIGHT = 25;
const focusedWeight = (name: string, weight: number, focus: readonly string[]): number =>
  Math.max(weight, FOCUS_WEIGHT * focus.filter((one) => one === name).length);
const faultOf = (seed: string, focus: readonly string[]): Fault => {
  const random = randomOf(`${seed}/fault`);
  const kind = random.weighted(failures.map(([one, weight]) => [one, focusedWeight(one, weight, focus)] as const));
  const statement = random.int(1, MAX_STATEMENT);
  return kind === 'none' || kind === 'lost' || kind === 'repeated' ? { kind } : { kind, statement };
};

const jumpOf = (seed: string): number => {
  const random = randomOf(`${seed}/jump`);
  if (random.chance(0.03)) return random.int(1, 3) * HOUR_MS;
  return random.chance(0.01) ? -HOUR_MS : random.int(1, 20) * MINUTE_MS;
};

/** Deliveries of the bank and of QuickBooks, and decisions about bank transactions. */
const deliveriesOf = (seed: string): (readonly [string, Role])[] => {
  const random = randomOf(seed);
  return [
    ...(random.chance(0.4) ? [['bank.deliver', 'admin'] as const] : []),
    ...(random.chance(0.4) ? [['bank.decide', 'finance'] as const] : []),
    ...(random.chance(0.4) ? [['books.deliver', 'admin'] as const] : []),
  ];
};

/**
 * The plan of a day; it depends only on the seed and the day, not on earlier days. @param focus acts and failures that come more often, on
 * busier days
 */
export const planDay = (seed: number, day: Day, focus: readonly string[] = []): DayPlan => {
  const random = randomOf(`${seed}/${day}`);
  const ordinary = Array.from({ length: random.int(MIN_ACTS, MAX_ACTS) * (focus.length > 0 ? 2 : 1) }, (): readonly [string, Role] => {
    const kind = random.weighted(kinds.map((one) => [one, focusedWeight(one.name, one.weight, focus)] as const));
    // Now and then somebody attempts something that their role may not do.
    return [kind.name, random.pick(random.chance(focus.length > 0 ? 0.25 : 0.06) ? everybody : kind.roles)];
  });
  const due = [...(monthly[day.slice(8)] ?? []), ...(random.chance(0.15) ? [['deals.sync', 'admin'] as const] : [])];
  // A search for a planted fault has its own acts.
  const delivered = focus.length > 0 ? [] : deliveriesOf(`${seed}/${day}/deliveries`);
  const acts = [...ordinary, ...due, ...delivered].map(([name, role], index): Act => {
    const own = `${seed}/${day}/${index}`;
    const who = randomOf(`${own}/who`).int(0, 1_000_000);
    return { number: index + 1, name, role, who, seed: own, jumpMs: jumpOf(own), fault: faultOf(own, focus) };
  });
  return { day, acts, restarts: random.chance(0.05) };
};

/** The plan of a whole simulation. */
export const planDays = (seed: number, first: Day, days: number, focus?: readonly string[]): DayPlan[] =>
  Array.from({ length: days }, (_, index) => planDay(seed, addDays(first, index), focus));
