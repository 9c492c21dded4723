import { type ObjectSchema, object, string } from 'yup';
import { limits } from '../limits.ts';
import { fill, messages } from '../messages.ts';
import { dayText } from '../rules/time/dayText.ts';
import { type DateRange, isDay } from '../rules/time/period.ts';

const t = messages.projections;
const isNumber = (value: string): boolean => /^-?(\d+(\.\d*)?|\.\d+)$/.test(value);

/** The reason why net revenue cannot be projected; null if it can. Shared by the form and the server. */
export const validateNet = (net: number): string | null => {
  if (net === 0) return t.netZero;
  return Math.abs(net) < limits.projectionMaxNet ? null : t.netTooMuch;
};
export const validateDate = (day: string, range: DateRange): string | null =>
  isDay(day) && day >= range.start_date && day <= range.end_date
    ? null
    : fill(t.dateOutside, { start: dayText(range.start_date), end: dayText(range.end_date) });

const netOf = (value: string): string | null => {
  if (!isNumber(value)) return t.netInvalid;
  return /\.\d{3}/.test(value) ? t.netDecimals : validateNet(Number(value));
};

/** An amount the user adds to a projection (decisions 2.13). */
export const whatIfForm = (range: DateRange): ObjectSchema<WhatIfForm> =>
  object({
    net_revenue: string()
      .trim()
      .default('')
      .test('valid', (value, { createError }) => {
        const message = netOf(value);
        return message === null || createError({ message });
      }),
    booking_date: string()
      .default('')
      .test('in-range', (value, { createError }) => {
        const message = validateDate(value, range);
        return message === null || createError({ message });
      }),
  });
export type WhatIfForm = Readonly<{ net_revenue: string; booking_date: string }>;
