import { fromCents } from '../../contract/rules/money.ts';
import { isDay, monthOf, yearOf } from '../../contract/rules/period.ts';

/** What stands for a value that is not there. */
export const NONE = '—';

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** spec 9.05: USD, en-US. −123456 cents is "-$1,234.56". */
export const formatMoney = (cents: number): string => usd.format(fromCents(cents));

/** spec 9.05: a fraction as a percentage with one decimal, 0.0825 is "8.3%". */
export const formatPercent = (fraction: number): string => percent.format(fraction);

/** spec 9.05: "Nov 3, 2026". By text, since a plain date has no time zone that could move it; what is no day stays as it is. */
export const formatDate = (day: string | null): string => {
  if (day === null) return NONE;
  return isDay(day) ? `${months[monthOf(day)]} ${Number(day.slice(8))}, ${yearOf(day)}` : day;
};
