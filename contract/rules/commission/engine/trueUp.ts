import { type Cents, fractionOf, roundRatio } from '../../money.ts';
import { quarterOf } from '../../time/period.ts';
import type { Booking, Part } from './booking.ts';
import type { LedgerLine } from './ledger.ts';
import { netOfCounted } from './rate.ts';
import { planOfBooking, type Terms } from './terms.ts';

const QUARTERS = 4n;

/** The quota up to the end of the quarter of a sale, times the attainment that the year-to-date cap allows. */
const allowedTo = (quota: Cents, attainment: number, { bookingDate }: Booking): Cents =>
  roundRatio(BigInt(fractionOf(quota, attainment)) * BigInt(quarterOf(bookingDate) + 1), QUARTERS);

/** The net revenue of a line within what the cap allows; the rest is beyond it. */
const netWithin = ({ net, counts, before }: LedgerLine, allowed: Cents): Cents => {
  const room = allowed - before.cum;
  if (counts === 0) return room > 0 ? net : 0;
  return netOfCounted(Math.min(counts, Math.max(0, room)), net, counts);
};

/** The commission of the first `net` of a sale: by its parts in order, or in proportion if a step moves earlier revenue. */
const amountWithin = (parts: readonly Part[], amount: Cents, whole: Cents, net: Cents): Cents => {
  const share = (cents: Cents, part: Cents, of: Cents): Cents => roundRatio(BigInt(cents) * BigInt(part), BigInt(of));
  if (parts.some((part) => part.net < 0)) return share(amount, net, whole);
  let left = net;
  let within = 0;
  let rest = amount;
  for (const part of parts.filter((each) => each.net > 0)) {
    const taken = Math.min(left, part.net);
    within += share(part.amount, taken, part.net);
    left -= taken;
    rest -= part.amount;
  }
  // A cap cuts the end of a sale, so only amounts that are added belong to all of it.
  return Math.min(amount, within + (rest > 0 ? share(rest, net, whole) : 0));
};

/**
 * The part of a sale's commission that a year-to-date cap holds until the end of the year: that on revenue beyond the quota to date. Shares in a
 * team's revenue and excluded sales fill no quota, so nothing of them is held.
 */
export const trueUpOf = (terms: Terms, line: LedgerLine, parts: readonly Part[]): Cents => {
  const { booking, net, amount, priced } = line;
  const { toDate } = planOfBooking(terms, booking).caps;
  if (toDate === undefined || priced.kind === 'apart' || net <= 0 || amount <= 0) return 0;
  const within = netWithin(line, allowedTo(terms.quota, toDate, booking));
  return within >= net ? 0 : amount - Math.max(0, amountWithin(parts, amount, net, within));
};

/** The amount of a sale and its memos, and what of it is held. `sale`: the same of the sale alone. */
export type Held = Readonly<{ amount: Cents; trueUp: Cents; sale: Readonly<{ amount: Cents; trueUp: Cents }> }>;

/** The sale after a memo of `amount`: as much of it is held as of the sale. */
export const afterMemo = ({ amount: before, sale }: Held, memo: Cents): Held => {
  const amount = Math.min(sale.amount, Math.max(0, before + memo));
  return { sale, amount, trueUp: roundRatio(BigInt(sale.trueUp) * BigInt(amount), BigInt(sale.amount)) };
};
