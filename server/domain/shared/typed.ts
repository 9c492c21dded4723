import { centsOfTyped } from '../../../contract/forms/amount.ts';
import { type Cents, toCents } from '../../../contract/rules/money.ts';

/** A JSON value as the text that a form validates; what is neither text nor number becomes a text that no field accepts. */
export const typedText = (value: unknown): string => {
  if (typeof value === 'number') return Number.isFinite(value) && !String(value).includes('e') ? String(value) : '?';
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value.trim() : '\u0001';
};

/** The cents of a validated amount; forms also accept "1,200", "$5", "12." and ".5". */
export const typedCents = (amount: string): Cents => centsOfTyped(amount) ?? toCents(amount);
