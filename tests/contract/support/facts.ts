import { computePeriod } from '../../../contract/rules/commission/engine.ts';
import type { Facts } from '../../../contract/rules/commission/explain.ts';
import { defaultPlan, type Plan, type ReleaseRule } from '../../../contract/rules/commission/plan.ts';
import { booked } from './bookings.ts';

export const quota = 10_000_000;
const bookings = [booked(1, 6_000_000), booked(2, 6_000_000, { invoiceNumber: '1042-A', bookingDate: '2026-01-20' })];
export const [, secondRecord] = computePeriod(defaultPlan, quota, bookings);
/** The second record of the worked example: $3,500.00 on an invoice of $6,000.00 gross. */
export const facts: Facts = {
  commissionId: '2',
  asOf: '2026-06-01',
  plan: defaultPlan,
  version: 3,
  booking: bookings[1]!,
  computed: secondRecord!,
  earlier: 1,
  share: 1,
  invoice: { gross: 600_000, receipts: [], expected: [] },
  takesBack: null,
  memos: [],
  adjustments: [],
  payouts: [],
};
export const withRelease = (when: ReleaseRule, waitDays = 0, overrides: Partial<Plan> = {}): Pick<Facts, 'plan'> => ({
  plan: { ...defaultPlan, ...overrides, release: { when, waitDays } },
});
export const received = (...receipts: [on: string, amount: number][]): Pick<Facts, 'invoice'> => ({
  invoice: { gross: 600_000, receipts: receipts.map(([on, amount]) => ({ on, amount })), expected: [] },
});
export const paidInFull = received(['2026-02-01', 600_000]);
export const paid = (...lines: [on: string, amount: number][]): Pick<Facts, 'payouts'> => ({
  payouts: lines.map(([on, amount]) => ({ on, amount, state: 'completed' })),
});
export const adjusted = (amount: number, state: 'approved' | 'pending' = 'approved'): Pick<Facts, 'adjustments'> => ({
  adjustments: [{ on: '2026-03-15', amount, reason: 'Wrong customer', state }],
});
export const memo: Partial<Facts> = {
  booking: { ...facts.booking, invoiceNumber: 'CM-9', net: -6_000_000, creditOf: 2 },
  computed: {
    ...secondRecord!,
    parts: secondRecord!.parts.map((part) => ({ ...part, net: -part.net, amount: -part.amount })),
    base: -4_000_000,
    over: -2_000_000,
    amount: -350_000,
  },
  takesBack: '1042-A',
};
export const refunded = (...receipts: [on: string, amount: number][]): Pick<Facts, 'invoice'> => ({
  invoice: { ...received(...receipts).invoice, gross: -600_000 },
});
/** The invoice that a memo reverses, with its payments. */
export const withOriginal = (...receipts: [on: string, amount: number][]): Pick<Facts, 'original'> => ({
  original: { ...received(...receipts).invoice, number: '1042-A', bookingDate: '2026-01-20', release: defaultPlan.release },
});
