import { byBooking, defaultRates, type Parts } from '../../../contract/rules/commission/commission.ts';
import { computePeriod, type Booking as EngineBooking, type Part } from '../../../contract/rules/commission/engine.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import { type Day, periodAt } from '../../../contract/rules/time/period.ts';
import { demoDayText } from '../calendar.ts';
import type { DemoBooking } from './bookings.ts';
import type { Numbers } from './numbering.ts';

/** A booking with its number. */
export type DemoSale = Readonly<{ id: number; invoice_number: string; booking_date: Day; booking: DemoBooking }>;
/** `cum`: net revenue of earlier sales in the quarter, in cents; `reasons`: the engine's parts under the default plan. */
export type CreditedDemoSale = DemoSale & Readonly<{ parts: Parts; reasons: readonly Part[]; cum: number }>;

export const numberSales = (bookings: readonly DemoBooking[], numbers: Numbers): DemoSale[] =>
  bookings.map((booking) => ({ ...numbers(booking.day), booking_date: demoDayText(booking.day), booking }));

const bookingOf = (
  { id, invoice_number, booking_date, booking: { net, gross } }: DemoSale,
  creditOf: number | null,
  original: CreditedDemoSale | undefined,
): EngineBooking => ({
  id,
  invoiceNumber: invoice_number,
  bookingDate: booking_date,
  net,
  gross,
  credit: 'sale',
  creditOf,
  original: original ? { ...original.parts, net: original.booking.net, parts: original.reasons } : null,
  rateOverride: null,
  excluded: false,
});

/** A seller's sent invoices with the engine's commission, quarter by quarter, in the engine's order. */
export const creditSales = (sales: readonly DemoSale[]): CreditedDemoSale[] => {
  const quarters = new Map<Day, DemoSale[]>();
  for (const sale of sales.filter(({ booking }) => booking.state === 'sent').sort(byBooking)) {
    const { start_date } = periodAt(defaultPlan.quota.period, sale.booking_date);
    quarters.set(start_date, [...(quarters.get(start_date) ?? []), sale]);
  }
  const creditedByBooking = new Map<number, CreditedDemoSale>();
  const saleOf = new Map(sales.map((sale) => [sale.booking, sale]));
  for (const quarter of quarters.values()) {
    const salesById = new Map(quarter.map((sale) => [sale.id, sale]));
    const bookings = quarter.map((sale) => {
      const original = sale.booking.creditOf ? saleOf.get(sale.booking.creditOf) : undefined;
      return bookingOf(sale, original?.id ?? null, original && creditedByBooking.get(original.id));
    });
    for (const { id, cum, base, over, amount, parts: reasons } of computePeriod(defaultPlan, defaultRates.quota, bookings)) {
      const sale = salesById.get(id);
      if (sale) creditedByBooking.set(id, { ...sale, cum, reasons, parts: { base, over, amount } });
    }
  }
  return [...creditedByBooking.values()];
};
