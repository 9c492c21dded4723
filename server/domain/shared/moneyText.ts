import type { Cents } from '../../../contract/rules/money.ts';

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** spec 9.05: 123450 → $1,234.50 */
export const dollars = (cents: Cents): string => format.format(cents / 100);
/** Formatted as a change: +$25.00 or -$25.00. */
export const signedDollars = (cents: Cents): string => `${cents > 0 ? '+' : ''}${dollars(cents)}`;
