import { fromCents, toCents } from '../../../contract/rules/money.ts';
import { isDay, monthIndexOf, yearOf } from '../../../contract/rules/time/period.ts';

/** Shown for a missing value. */
export const NONE = '—';

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Converts an external amount to cents; a missing one is NaN, shown as — (decisions 1.05). */
export const centsOf = (amount: number): number => (Number.isNaN(amount) ? Number.NaN : toCents(amount));

/** An amount for a file: "1234.50", empty if missing. */
export const amountText = (amount: number): string => (Number.isNaN(amount) ? '' : amount.toFixed(2));

/** A whole number with separators; NONE if it is unknown. */
export const formatCount = (count: number | null | undefined): string =>
  count == null || Number.isNaN(count) ? NONE : count.toLocaleString('en-US');

/** spec 9.05: USD, en-US; −123456 cents become "-$1,234.56". */
export const formatMoney = (cents: number): string => (Number.isNaN(cents) ? NONE : usd.format(fromCents(cents)));

/** spec 9.05: a fraction as a percentage with one decimal; 0.0825 becomes "8.3%". */
export const formatPercent = (fraction: number): string => (Number.isNaN(fraction) ? NONE : percent.format(fraction));

/** spec 9.05: "Nov 3, 2026". Formats the text itself, so no time zone can shift the day; returns an invalid day unchanged. */
export const formatDate = (day: string | null): string => {
  if (day === null || day === '') return NONE;
  return isDay(day) ? `${months[monthIndexOf(day)]} ${Number(day.slice(8))}, ${yearOf(day)}` : day;
};
