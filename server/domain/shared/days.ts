import { fill, messages } from '../../../contract/messages.ts';
import { type Day, isDay, isUsableDay } from '../../../contract/rules/time/period.ts';
import { badRequest } from './problem.ts';

/** @throws Problem 400 naming the field, for a day that does not exist or is out of range for day arithmetic */
export const requireValidDays = (days: Readonly<Record<string, Day | undefined>>): void => {
  for (const [field, day] of Object.entries(days)) {
    if (day === undefined) continue;
    if (!isDay(day)) throw badRequest('date_invalid', fill(messages.refusals.date, { field }), field);
    if (!isUsableDay(day)) throw badRequest('date_invalid', fill(messages.refusals.dateYears, { field }), field);
  }
};
