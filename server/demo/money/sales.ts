import { byBooking, commissionOf, defaultRates, type Parts, reversed } from '../../../contract/rules/commission/commission.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import { type Day, periodAt } from '../../../contract/rules/time/period.ts';
import { dayText } from '../calendar.ts';
import type { Booking } from './bookings.ts';
import type { Numbers } from './numbering.ts';

/** A booking with its number. */
export type Sale = Readonly<{ id: number; invoice_number: string; booking_date: Day; booking: Booking }>;
/** `cum`: net revenue of the earlier ones of the quarter. */
export type Credited = Sale & Readonly<{ parts: Parts; cum: number }>;

export const numbered = (bookings: readonly Booking[], numbers: Numbers): Sale[] =>
  bookings.map((booking) => ({ ...numbers(booking.day), booking_date: dayText(booking.day), booking }));

/** Sent invoices of one seller with the commission that contract/rules gives them, in the rules' order. */
export const credited = (sales: readonly Sale[]): Credited[] => {
  const made = new Map<Booking, Credited>();
  let period = '';
  let cum = 0;
  for (const sale of sales.filter(({ booking }) => booking.state === 'sent').sort(byBooking)) {
    const { start_date } = periodAt(defaultPlan.quota.period, sale.booking_date);
    if (start_date !== period) cum = 0;
    period = start_date;
    const { net, creditOf } = sale.booking;
    const original = creditOf && made.get(creditOf);
    made.set(sale.booking, { ...sale, cum, parts: original ? reversed(original.parts) : commissionOf(net, cum, defaultRates) });
    cum += net;
  }
  return [...made.values()];
};
