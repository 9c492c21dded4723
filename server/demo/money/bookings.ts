import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { type DayNumber, toDayNumber, toWorkday } from '../calendar.ts';
import { type Customer, randomCustomer } from '../customers/customers.ts';
import type { DemoSeller } from '../people/people.ts';
import { type Random, randomOf } from '../random.ts';
import type { DemoSpan } from '../span.ts';

/** An invoice without a number yet. `creditOf`: the booking that a credit memo reverses. */
export type DemoBooking = Readonly<{
  day: DayNumber;
  customer: Customer;
  gross: Cents;
  net: Cents;
  state: 'draft' | 'sent' | 'cancelled';
  notes: string | null;
  creditOf: DemoBooking | null;
}>;

/** January to December: schools and libraries book for spring in winter, and for the school year in late summer. */
const monthWeights = [1.1, 1.15, 1.2, 1.0, 0.95, 0.85, 0.7, 1.05, 1.25, 1.2, 0.95, 0.6] as const;
const quarterWeights = [1.05, 0.97, 0.95, 1.02] as const;
const notes = [
  'PO on file',
  'Grant funded, final report due with the last session',
  'Bill after the last session',
  'Summer reading program, 4 sites',
  'Renewal from last year',
  'Friends of the Library pays half',
  'Tablets included',
  'Needs W-9 before payment',
  'After-school series, 8 weeks',
  'Title I funds; send one invoice per campus',
];

const stateOf = (random: Random, age: number): DemoBooking['state'] => {
  if (random.chance(0.012)) return 'cancelled';
  return age <= 21 && random.chance(0.05) ? 'draft' : 'sent';
};

/** A plausible price, rounded to five dollars. Net excludes travel, devices and discounts. */
const randomPrice = (random: Random, targetCents: Cents): { gross: Cents; net: Cents } => {
  const share = random.chance(0.4) ? 1 : 0.86 + 0.12 * random.next();
  const gross = Math.max(9500, Math.round(targetCents / share / 500) * 500);
  return { gross, net: Math.round(gross * share) };
};

const quarterBookings = (
  random: Random,
  seller: DemoSeller,
  span: DemoSpan,
  index: number,
  customers: readonly Customer[],
): DemoBooking[] => {
  const quarter = span.quarters[index];
  if (!quarter) return [];
  const firstDay = toDayNumber(quarter.start_date);
  const month = Number(quarter.start_date.slice(5, 7)) - 1;
  const days = toDayNumber(quarter.end_date) - firstDay + 1;
  const season = quarterWeights[month / 3] ?? 1;
  const attainment = Math.min(1.42, Math.max(0.48, random.normal(seller.skill * season, 0.12)));
  const weights = monthWeights.slice(month, month + 3);
  const count = Math.max(
    1,
    Math.round(span.invoicesPerMonth * 3 * seller.pace * season * Math.min(1.3, Math.max(0.7, random.normal(1, 0.09)))),
  );
  const plannedSales = Array.from({ length: count }, () => {
    const thirdQuarterWeight = random.weighted([
      [0, weights[0] ?? 1],
      [1, weights[1] ?? 1],
      [2, weights[2] ?? 1],
    ]);
    const day = Math.min(toWorkday(firstDay + Math.floor(((thirdQuarterWeight + random.next()) * days) / 3)), firstDay + days - 1);
    const customer = random.pick(customers);
    return { day, customer, weight: customer.size * Math.exp(Math.min(1.6, random.normal(0, 0.65))) };
  });
  const unit = (attainment * defaultPlan.quota.amount) / plannedSales.reduce((sum, { weight }) => sum + weight, 0);
  return plannedSales.map(({ day, customer, weight }) => ({
    day,
    customer,
    ...randomPrice(random, weight * unit),
    state: stateOf(random, span.today - day),
    notes: random.chance(0.12) ? random.pick(notes) : null,
    creditOf: null,
  }));
};

const creditMemoOf = (random: Random, original: DemoBooking): DemoBooking => ({
  ...original,
  day: toWorkday(original.day + random.int(18, 70)),
  gross: -original.gross,
  net: -original.net,
  notes: random.pick([
    'Program cancelled by the customer',
    'Sessions not held: building closed',
    'Billed twice',
    'Series moved to next fiscal year',
  ]),
  creditOf: original,
});

/** All bookings of a seller up to today, by day. Deterministic for a seller and span. */
export const bookingsOf = (seller: DemoSeller, span: DemoSpan): DemoBooking[] => {
  const random = randomOf(`bookings ${seller.id}`);
  const customers = Array.from({ length: random.int(24, 34) }, () => randomCustomer(random, seller.territory));
  const isWhileEmployed = ({ day }: DemoBooking): boolean => day >= seller.from && day <= Math.min(seller.until, span.today);
  const employedBookings = span.quarters
    .flatMap((_, index) => quarterBookings(random, seller, span, index, customers))
    .filter(isWhileEmployed);
  const memos = employedBookings
    .filter(({ state }) => state === 'sent' && random.chance(0.008))
    .map((original) => creditMemoOf(random, original));
  return [...employedBookings, ...memos.filter(isWhileEmployed)].sort((a, b) => a.day - b.day);
};

/** Bookings not credited to anybody yet, for finance to assign. */
export const unassignedBookings = (span: DemoSpan): DemoBooking[] => {
  const random = randomOf('unassigned');
  const count = Math.round(span.invoicesPerMonth * span.sellers * 0.06);
  const bookings = Array.from({ length: count }, (): DemoBooking => {
    const day = toWorkday(span.today - random.int(3, 160));
    return {
      day,
      customer: randomCustomer(random, null),
      ...randomPrice(random, random.int(40_000, 400_000)),
      state: 'sent',
      notes: null,
      creditOf: null,
    };
  });
  return bookings.filter(({ day }) => day <= span.today).sort((a, b) => a.day - b.day);
};
