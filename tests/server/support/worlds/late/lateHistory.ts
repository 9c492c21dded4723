import { addDays } from '../../../../../contract/rules/time/period.ts';
import { type Random, randomOf } from '../../records.ts';

type Seller = 'sam' | 'kim' | 'mia';
/** 'follow' recomputes at once, as for user changes; 'marks' marks days, as imports do. */
type Style = 'follow' | 'marks';
type Written = Readonly<{ style: Style }>;
/** `index`: the invoice's index among those booked. */
export type LateStep =
  | (Written & Readonly<{ do: 'book'; seller: Seller; hasLead: boolean; day: string; cents: number; memoOf: number | null }>)
  | (Written & Readonly<{ do: 'change'; index: number; change: LateChange }>)
  | (Written & Readonly<{ do: 'pay'; index: number; cents: number; day: string }>)
  | Readonly<{ do: 'split'; index: number; other: Seller | 'max'; share: number }>
  | Readonly<{ do: 'close'; month: string }>
  | Readonly<{ do: 'reopen'; month: string }>
  | Readonly<{ do: 'manage'; who: 'sam' | 'kim'; manager: 'mia' | 'max' | null }>
  | Readonly<{ do: 'decide'; which: number; decision: 'approve' | 'reject' }>;
export type LateChange = Readonly<{ day?: string; cents?: number; state?: 'sent' | 'cancelled'; seller?: Seller }>;
/** Stored as data, so that it can be replayed and computed in another order. */
export type LateHistory = Readonly<{ config: object; steps: readonly LateStep[] }>;

const team_override = { role: 'sales_manager', rate: 0.01 };
const splits = { sales_person: 0.7, sales_lead: 0.3 };
const configs: readonly object[] = [
  {},
  { plans: [{ quota: { period: 'month', amount: 30_000 }, base_commission_rate: 0.04 }] },
  { plans: [{ quota: { period: 'year', amount: 200_000 }, tier_mode: 'retroactive' }] },
  { plans: [{ team_override }] },
  { plans: [{ team_override, splits }] },
  { plans: [{ id: 'reps', applies_to: { roles: ['salesperson'] }, quota: { period: 'month', amount: 30_000 }, team_override }] },
];
const STEPS = 14;
const months = ['2026-05', '2026-06', '2026-07', '2026-08', '2026-09'] as const;
const sellers = ['sam', 'kim', 'mia'] as const;
const dayIn = (random: Random): string => addDays('2026-05-01', random.below(204));
const centsIn = (random: Random): number => 100_00 + random.below(60_000_00);

/** Creates a history, repeatable by seed. */
export const createLateHistory = (seed: number): LateHistory => {
  const random = randomOf(seed * 7919 + 13);
  const config = random.of(configs);
  const booked: { cents: number; memoOf: number | null }[] = [];
  const closed = new Set<string>();
  const style = (): Style => random.of(['follow', 'marks']);
  const book = (): LateStep => {
    const one = { cents: centsIn(random), memoOf: null };
    booked.push(one);
    return { do: 'book', style: style(), seller: random.of(sellers), hasLead: random.below(5) === 0, day: dayIn(random), ...one };
  };
  const change = (index: number, lateChange: LateChange): LateStep => ({ do: 'change', style: style(), index, change: lateChange });
  const changeAmount = (index: number): LateStep => {
    const cents = centsIn(random);
    booked[index] = { cents, memoOf: null };
    return change(index, { cents });
  };
  const credit = (memoOf: number, cents: number): LateStep => {
    const memo = { cents: -Math.ceil(cents / (1 + random.below(2))), memoOf };
    booked.push(memo);
    return { do: 'book', style: style(), seller: random.of(['sam', 'kim']), hasLead: false, day: dayIn(random), ...memo };
  };
  const closeOrReopen = (): LateStep => {
    const month = random.of(months);
    if (closed.delete(month)) return { do: 'reopen', month };
    closed.add(month);
    return { do: 'close', month };
  };
  const decide = (): LateStep => ({
    do: 'decide',
    which: random.below(100),
    decision: random.of(['approve', 'approve', 'reject']),
  });
  const move = (index: number): LateStep =>
    change(index, { day: dayIn(random), ...(random.below(3) === 0 ? { seller: random.of(sellers) } : {}) });
  const next = (): LateStep => {
    const index = random.below(booked.length);
    const { cents, memoOf } = booked[index] as (typeof booked)[number];
    const stepFactories: (() => LateStep)[] = [
      ...[book, book, closeOrReopen, closeOrReopen, decide],
      ...[() => move(index), () => move(index), () => move(index)],
      () => (memoOf === null ? changeAmount(index) : move(index)),
      () => (memoOf === null ? credit(index, cents) : move(index)),
      () => change(index, { seller: random.of(sellers) }),
      () => change(index, { state: random.of(['cancelled', 'sent']) }),
      () => ({ do: 'pay', style: style(), index, cents: 1 + random.below(50_000_00), day: addDays('2026-11-20', -random.below(60)) }),
      () => ({ do: 'split', index, other: random.of([...sellers, 'max']), share: random.of([0, 0.25, 0.5, 0.7]) }),
      () => (random.below(2) === 0 ? { do: 'manage', who: random.of(['sam', 'kim']), manager: random.of(['mia', 'max', null]) } : decide()),
    ];
    return random.of(stepFactories)();
  };
  const steps = [book(), book(), book()];
  while (steps.length < STEPS) steps.push(next());
  return { config, steps };
};

/**
 * True if everyone must end up with the amounts of a full recomputation once everything is approved. False for a memo of an invoice that
 * changed hands, which may be priced separately or by the reversed amount, for rejected proposals, and for a manager's team that changed
 * after a month was closed.
 */
export const endsAsRecomputed = ({ steps }: LateHistory): boolean => {
  const books = steps.flatMap((step) => (step.do === 'book' ? [step] : []));
  const given = new Set(steps.flatMap((step) => (step.do === 'change' && step.change.seller ? [step.index] : [])));
  const hasExtraMemo = ({ memoOf, seller }: (typeof books)[number], index: number): boolean =>
    memoOf !== null && (given.has(memoOf) || given.has(index) || books[memoOf]?.seller !== seller);
  return !books.some(hasExtraMemo) && steps.every((step) => step.do !== 'manage' && !(step.do === 'decide' && step.decision === 'reject'));
};
