// Computes the amounts that the journey's plans pay from its files, independently: nothing is imported from the product.
import { lastDayOf, type Memo, type Month, type Months, monthPlus, type PaidBefore, type Person, quarterOf, type Sale } from './company.ts';

/** Rates in units of 1/1000 and amounts in cents, so that all of them are integers. */
type Step = Readonly<{ from: number; rate: number }>;
const MILLE = 1000;
export const executive = {
  quota: 150_000,
  steps: [
    { from: 0, rate: 80 },
    { from: 1, rate: 100 },
    { from: 1.5, rate: 120 },
  ],
  cap: 30_000,
} as const;
export const development = { quota: 20_000, rate: 20, level: 20_000, bonus: 300 } as const;
export const newHire = { quota: 50_000, ramp: [0.5, 0.75], draw: 3000, drawMonths: 3 } as const;
export const contest = { prize: 250 } as const;
export const overrides = { manager: 10, vp: 5 } as const;

/** One person's share of one sale. */
type Share = Readonly<{ person: Person; sale: Sale; cents: number }>;

/** The cents that a sale earns in addition to the earlier sales of its period. */
const onSteps = (steps: readonly Step[], quota: number, before: number, dollars: number): number =>
  steps.reduce((sum, { from, rate }, index) => {
    const [low, high] = [from * quota, (steps[index + 1]?.from ?? Number.POSITIVE_INFINITY) * quota];
    const within = Math.max(0, Math.min(before + dollars, high) - Math.max(before, low));
    return sum + (within * 100 * rate) / MILLE;
  }, 0);

const periodOf = ({ seller, day }: Sale): string => (seller.kind === 'executive' ? quarterOf(day.slice(0, 7)) : day.slice(0, 7));

const quotaOf = ({ seller, day }: Sale): number => {
  if (seller.kind === 'executive') return executive.quota;
  if (seller.kind === 'development') return development.quota;
  const index = monthsBetween(seller.hired.slice(0, 7), day.slice(0, 7));
  return newHire.quota * (newHire.ramp[index] ?? 1);
};
const monthsBetween = (from: Month, to: Month): number => {
  let count = 0;
  for (let month = from; month < to; month = monthPlus(month, 1)) count += 1;
  return count;
};

const ownShares = (sales: readonly Sale[]): readonly Share[] => {
  const sold = new Map<string, number>();
  const earned = new Map<string, number>();
  return [...sales]
    .sort((a, b) => a.day.localeCompare(b.day))
    .map((sale) => {
      const { seller: person, dollars } = sale;
      const key = `${person.email} ${periodOf(sale)}`;
      const before = sold.get(key) ?? 0;
      const steps = person.kind === 'development' ? [{ from: 0, rate: development.rate }] : executive.steps;
      const fullAmount = onSteps(steps, quotaOf(sale), before, dollars);
      const so = earned.get(key) ?? 0;
      const cents = person.kind === 'executive' ? Math.min(fullAmount, executive.cap * 100 - so) : fullAmount;
      sold.set(key, before + dollars);
      earned.set(key, so + cents);
      return { person, sale, cents };
    });
};

const sharesOf = (sales: readonly Sale[], people: readonly Person[]): readonly Share[] => {
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const vp = people.find(({ kind }) => kind === 'vp');
  return ownShares(sales).flatMap((share) => {
    const { sale } = share;
    const manager = byEmail.get(sale.seller.manager ?? '');
    const part = (person: Person | undefined, rate: number): Share[] =>
      person ? [{ person, sale, cents: (sale.dollars * 100 * rate) / MILLE }] : [];
    return [share, ...part(manager, overrides.manager), ...part(vp, overrides.vp)];
  });
};

/** True if the customer had paid in full by that day; only then do the plans release commission. */
const isReleased = ({ paidOn }: Sale, by: string): boolean => paidOn !== null && paidOn <= by;

const sumOf = (sales: readonly Sale[]): number => sales.reduce((sum, { dollars }) => sum + dollars, 0);

/** The shares of a memo: it reduces the seller's net sales in the period, and overrides in proportion to the amount. */
const memoShares = ({ sale, dollars }: Memo, sales: readonly Sale[], people: readonly Person[]): readonly Share[] => {
  const { seller } = sale;
  const sold = sumOf(sales.filter((other) => other.seller === seller && periodOf(other) === periodOf(sale)));
  const pay = (total: number): number => Math.min(onSteps(executive.steps, executive.quota, 0, total), executive.cap * 100);
  const above = [
    { person: people.find(({ email }) => email === seller.manager), rate: overrides.manager },
    { person: people.find(({ kind }) => kind === 'vp'), rate: overrides.vp },
  ];
  return [
    { person: seller, sale, cents: pay(sold - dollars) - pay(sold) },
    ...above.flatMap(({ person, rate }) => (person ? [{ person, sale, cents: (-dollars * 100 * rate) / MILLE }] : [])),
  ];
};

/** The executives who sold on the earliest day of the closing month, and the cents that each wins. */
const winnersOf = ({ closing }: Months, sales: readonly Sale[]): readonly Readonly<{ person: Person; cents: number }>[] => {
  const ofMonth = sales.filter(({ seller, day }) => seller.kind === 'executive' && day.startsWith(closing));
  const first = ofMonth.map(({ day }) => day).sort()[0];
  const winners = new Set(ofMonth.filter(({ day }) => day === first).map(({ seller }) => seller));
  return [...winners].map((person) => ({ person, cents: (contest.prize * 100) / winners.size }));
};

/** Payments made before Quotaboard: the commission released in the months before the closing one, and the new hire's draw. */
export const paidBefore = (months: Months, people: readonly Person[], sales: readonly Sale[]): readonly PaidBefore[] => {
  const day = lastDayOf(months.before.at(-1) ?? months.first);
  const rows = sharesOf(sales, people)
    .filter(({ sale, cents }) => isReleased(sale, day) && cents > 0)
    .map(({ person, sale, cents }) => ({ person, sale, cents, day, drawCents: 0 }));
  const hired = people.find(({ kind }) => kind === 'new');
  if (!hired) return rows;
  const own = rows.reduce((sum, { person, cents }) => (person === hired ? sum + cents : sum), 0);
  return [...rows, { person: hired, sale: null, cents: 0, day, drawCents: newHire.draw * 100 - own }];
};

/** The cents that the first payout pays each person, by email; omits people who get nothing. */
export const firstPayout = (months: Months, people: readonly Person[], sales: readonly Sale[], memo: Memo): ReadonlyMap<string, number> => {
  const end = lastDayOf(months.closing);
  const before = lastDayOf(months.before.at(-1) ?? months.first);
  const due = new Map<string, number>();
  const add = ({ email }: Person, cents: number): void => void due.set(email, (due.get(email) ?? 0) + cents);
  for (const { person, sale, cents } of sharesOf(sales, people)) if (isReleased(sale, end) && !isReleased(sale, before)) add(person, cents);
  for (const { person, sale, cents } of memoShares(memo, sales, people)) if (isReleased(sale, end)) add(person, cents);
  for (const { person, cents } of winnersOf(months, sales)) add(person, cents);
  for (const person of people) {
    if (person.kind === 'development') {
      const sold = sales.filter(({ seller, day }) => seller === person && day.startsWith(months.closing));
      if (sold.reduce((sum, { dollars }) => sum + dollars, 0) >= development.level) add(person, development.bonus * 100);
    }
    // The opening balance is deducted from the amount due, and the rest is topped up to the draw again.
    if (person.kind === 'new') {
      const balance = paidBefore(months, people, sales).reduce((sum, row) => (row.person === person ? sum + row.drawCents : sum), 0);
      const rest = Math.max(0, (due.get(person.email) ?? 0) - balance);
      due.set(person.email, Math.max(rest, newHire.draw * 100));
    }
  }
  return new Map([...due].filter(([, cents]) => cents > 0));
};
