import type { Cents } from '../../../contract/rules/money.ts';
import { type DayNumber, toWorkday } from '../calendar.ts';
import type { Random } from '../random.ts';
import type { CreditedDemoSale } from './sales.ts';

export type DemoAdjustment = Readonly<{
  sale: CreditedDemoSale;
  /** False for a bonus without a record. */
  isOfRecord: boolean;
  amount: Cents;
  reason: string;
  state: 'pending' | 'approved' | 'rejected' | 'void';
  day: DayNumber;
  /** When a second person decided; null if none was needed, or nobody has decided yet. */
  decidedOn: DayNumber | null;
}>;

/** Cents; larger amounts need a second approver (decisions 2.10, `second_approval_over`). */
const SECOND_APPROVAL_CENTS = 50_000;
const ADJUSTED_SHARE = 0.037;

const bonuses = [
  'SPIFF: new district signed',
  'SPIFF: summer camp push',
  'Bonus for a three-year renewal',
  'Correction: wrong plan applied at booking',
  'Training two new colleagues',
];
const added = [
  'Referral bonus',
  'Split credit from the district renewal',
  'Correction: device rental was counted twice',
  'Rate correction for the multi-site bundle',
  'Last year’s renewal credit',
];
const adjustments = [
  'Travel was billed as revenue',
  'Split credit given to a colleague',
  'Goodwill discount after a rescheduled session',
  'Instructor no-show: one session not held',
  'Device rental excluded from net revenue',
  'Late change to the order',
];

const largeAdjustment = (random: Random, sale: CreditedDemoSale, day: DayNumber, today: DayNumber): DemoAdjustment => {
  const state =
    today - day <= 45 && random.chance(0.6)
      ? 'pending'
      : random.weighted([
          ['approved', 55],
          ['rejected', 37],
          ['void', 8],
        ] as const);
  return {
    sale,
    isOfRecord: random.chance(0.75),
    amount: random.int(11, 24) * 5000,
    reason: random.pick(bonuses),
    state,
    day,
    decidedOn: state === 'pending' ? null : Math.min(today - 1, toWorkday(day + random.int(0, 3))),
  };
};

const smallAdjustment = (random: Random, sale: CreditedDemoSale, day: DayNumber): DemoAdjustment => {
  const isIncrease = random.chance(0.45);
  const maxCents = Math.min(SECOND_APPROVAL_CENTS, Math.abs(sale.parts.amount) * (isIncrease ? 1.2 : 0.5));
  const amount = Math.max(500, Math.round((maxCents * (0.25 + 0.75 * random.next())) / 250) * 250);
  const state = random.chance(0.09) ? 'void' : 'approved';
  return {
    sale,
    isOfRecord: true,
    amount: isIncrease ? amount : -amount,
    reason: random.pick(isIncrease ? added : adjustments),
    state,
    day,
    decidedOn: null,
  };
};

/** Adjustments of a seller's records, with more of them on recent ones. @param frequency relative to other sellers */
export const adjustmentsOf = (random: Random, sales: readonly CreditedDemoSale[], today: DayNumber, frequency: number): DemoAdjustment[] =>
  sales.flatMap((sale) => {
    const { booking, parts } = sale;
    const age = today - booking.day;
    if (booking.creditOf || parts.amount < 4000 || !random.chance(ADJUSTED_SHARE * frequency * (age <= 60 ? 2.4 : 1))) return [];
    const day = toWorkday(booking.day + random.int(1, 50));
    if (day > today - 3) return [];
    return [random.chance(0.36) ? largeAdjustment(random, sale, day, today) : smallAdjustment(random, sale, day)];
  });
