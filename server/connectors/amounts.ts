import type { Cents } from '../../contract/rules/money.ts';
import type { Day } from '../../contract/rules/time/period.ts';
import { todayIn } from '../../contract/rules/time/today.ts';
import type { Answer } from './answers.ts';

/** An amount in the smallest unit of its currency, or an instant in seconds. @throws if the value is not a whole number */
export const parseWhole = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Error('no whole number');
  return value;
};

/** The day of an instant in seconds. @throws if it is not a whole number */
export const dayOfSeconds = (seconds: unknown, zone: string): Day => todayIn(zone, new Date(parseWhole(seconds) * 1000));

/** The sum of an amount over rows. */
export const sumAnswers = (rows: readonly Answer[], read: (row: Answer) => Cents): Cents =>
  rows.reduce((total, row) => total + read(row), 0);
