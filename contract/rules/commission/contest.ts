import type { Cents } from '../money.ts';
import type { Day } from '../time/period.ts';
import type { BonusFigures } from './bonus.ts';
import { type Bonus, bonusMetrics, type Match } from './plan.ts';

/** `first_sale`: the earliest booking date wins. */
export const contestMetrics = [...bonusMetrics, 'first_sale'] as const;
/**
 * Prizes for the best people of a plan in a period, or on the days of a `window`; the first is for the first place. `match`: the sales that count
 * for the metric `first_sale`, all by default.
 */
export type Contest = Pick<Bonus, 'id' | 'name' | 'within' | 'window'> &
  Readonly<{ metric: (typeof contestMetrics)[number]; match?: Match; prizes: readonly Cents[] }>;
/** `firstSale`: the booking date of the person's first sale that counts. */
export type Contestant = BonusFigures & Readonly<{ userId: number; firstSale: Day | null }>;
/** A person's result; in a tie, `last` is the last of the shared places. `prize` in cents. */
export type ContestResult = Readonly<{ userId: number; first: number; last: number; prize: Cents }>;

/** Sign of a − b in the contest's metric; attainment compares fractions of each person's own quota. */
const compareResults = ({ metric }: Contest, a: Contestant, b: Contestant): number => {
  if (metric === 'first_sale') return (b.firstSale ?? '').localeCompare(a.firstSale ?? '');
  if (metric === 'won_deals') return a.won - b.won;
  if (metric === 'net_revenue') return a.net - b.net;
  const [left, right] = [BigInt(a.net) * BigInt(b.quota), BigInt(b.net) * BigInt(a.quota)];
  return left === right ? 0 : left < right ? -1 : 1;
};

/** True if the person can win, which takes a nonzero result, at least one sale, and a quota if attainment decides. */
const canWin = ({ metric }: Contest, { net, won, quota, firstSale }: Contestant): boolean => {
  if (metric === 'first_sale') return firstSale !== null;
  return metric === 'won_deals' ? won > 0 : net > 0 && (metric === 'net_revenue' || quota > 0);
};

/** Splits an amount equally; leftover cents go to the first parts. */
const splitEqually = (amount: Cents, count: number): Cents[] =>
  Array.from({ length: count }, (_, index) => Math.floor(amount / count) + (index < amount % count ? 1 : 0));

/** All participants, best first. People who tie share the prizes of their places equally; leftover cents go to the lower ids. */
export const rankContestants = (contest: Contest, contestants: readonly Contestant[]): ContestResult[] => {
  const ranked = contestants
    .filter((contestant) => canWin(contest, contestant))
    .toSorted((a, b) => compareResults(contest, b, a) || a.userId - b.userId);
  const places: ContestResult[] = [];
  for (let start = 0; start < ranked.length; ) {
    const leader = ranked[start] as Contestant;
    const after = ranked.findIndex((candidate, index) => index > start && compareResults(contest, leader, candidate) !== 0);
    const tiedContestants = ranked.slice(start, after === -1 ? undefined : after);
    const prizePool = contest.prizes.slice(start, start + tiedContestants.length).reduce((sum, prize) => sum + prize, 0);
    const prizes = splitEqually(prizePool, tiedContestants.length);
    for (const [index, { userId }] of tiedContestants.entries())
      places.push({ userId, first: start + 1, last: start + tiedContestants.length, prize: prizes[index] ?? 0 });
    start += tiedContestants.length;
  }
  return places;
};
