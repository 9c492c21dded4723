import type { DayNumber } from '../calendar.ts';
import type { Account } from '../money/payouts.ts';
import type { CreditedDemoSale } from '../money/sales.ts';
import type { Random } from '../random.ts';
import type { DemoSpan } from '../span.ts';

/** Sales to hold events for, by seller. */
export type EventSales = Readonly<{
  addSeller: (sellerId: number, accounts: readonly Account[]) => void;
  /** A sale booked some weeks before the day, if any. */
  pickBefore: (random: Random, sellerId: number, day: DayNumber) => CreditedDemoSale | null;
}>;

/** Events start a year back; a program takes place from a few days to four months after its sale. */
const DAYS_BACK = 365;
const MIN_LEAD_DAYS = 4;
const MAX_LEAD_DAYS = 120;

/** Keeps only sales recent enough for events: a large company's whole history would fill the memory. */
export const eventSalesOf = ({ today }: DemoSpan): EventSales => {
  const salesBySeller = new Map<number, CreditedDemoSale[]>();
  return {
    addSeller: (sellerId, accounts) => {
      const recentAccounts = accounts
        .map(({ sale }) => sale)
        .filter(({ booking }) => booking.creditOf === null && booking.day > today - DAYS_BACK - MAX_LEAD_DAYS);
      salesBySeller.set(sellerId, recentAccounts.slice(-400));
    },
    pickBefore: (random, sellerId, day) => {
      const candidates = (salesBySeller.get(sellerId) ?? []).filter(
        ({ booking }) => booking.day <= day - MIN_LEAD_DAYS && booking.day >= day - MAX_LEAD_DAYS,
      );
      return candidates.length > 0 && random.chance(0.85) ? random.pick(candidates) : null;
    },
  };
};
