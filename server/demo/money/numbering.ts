import type { DayNumber } from '../calendar.ts';
import type { DemoBooking } from './bookings.ts';

export type Numbers = (day: DayNumber) => { id: number; invoice_number: string };

/**
 * Invoice numbers that increase by day, although invoices are generated seller by seller: a first pass counts the bookings of each day,
 * so that each day's numbers are known in advance.
 */
export const assignNumbers = (bookingRuns: Iterable<readonly DemoBooking[]>): { numbers: Numbers; total: number } => {
  const countsByDay = new Map<DayNumber, number>();
  let total = 0;
  for (const bookings of bookingRuns) {
    for (const { day } of bookings) countsByDay.set(day, (countsByDay.get(day) ?? 0) + 1);
    total += bookings.length;
  }
  // All numbers have the same number of digits, so that they sort alike as text and as numbers.
  const firstNumber = total < 80_000 ? 10_001 : 1_000_001;
  const nextByDay = new Map<DayNumber, number>();
  let id = 1;
  for (const day of [...countsByDay.keys()].sort((a, b) => a - b)) {
    nextByDay.set(day, id);
    id += countsByDay.get(day) ?? 0;
  }
  const numbers: Numbers = (day) => {
    const ownNumber = nextByDay.get(day);
    if (ownNumber === undefined) throw new RangeError(`no bookings were counted on day ${day}`);
    nextByDay.set(day, ownNumber + 1);
    return { id: ownNumber, invoice_number: `${firstNumber + ownNumber - 1}-ABC` };
  };
  return { numbers, total };
};
