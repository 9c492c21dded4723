import type { DayNumber } from '../calendar.ts';
import type { Account } from '../money/payouts.ts';
import type { DemoCredited } from '../money/sales.ts';
import type { Random } from '../random.ts';
import type { DemoSpan } from '../span.ts';

/** Sales to hold events for, by seller. */
export type EventSales = Readonly<{
  note: (sellerId: number, accounts: readonly Account[]) => void;
  /** A sale booked some weeks before the day, if there is one. */
  before: (random: Random, sellerId: number, day: DayNumber) => DemoCredited | null;
}>;

/** Events start a year back; a program takes place from a few days to four months after its sale. */
const YEAR = 365;
const SOONEST = 4;
const LATEST = 120;

/** Keeps only sales recent enough for events: a large company's whole history would fill the memory. */
export const eventSalesOf = ({ today }: DemoSpan): EventSales => {
  const salesBySeller = new Map<number, DemoCredited[]>();
  return {
    note: (sellerId, accounts) => {
      const recentAccounts = accounts
        .map(({ sale }) => sale)
        .filter(({ booking }) => booking.creditOf === null && booking.day > today - YEAR - LATEST);
      salesBySeller.set(sellerId, recentAccounts.slice(-400));
    },
    before: (random, sellerId, day) => {
      const fitting = (salesBySeller.get(sellerId) ?? []).filter(
        ({ booking }) => booking.day <= day - SOONEST && booking.day >= day - LATEST,
      );
      return fitting.length > 0 && random.chance(0.85) ? random.pick(fitting) : null;
    },
  };
};
