import { fill, messages } from '../../../contract/messages.ts';
import { type Day, isDay } from '../../../contract/rules/time/period.ts';
import { badRequest } from './problem.ts';

/** @throws Problem 400 that names the field of a day that does not exist */
export const mustExist = (days: Readonly<Record<string, Day | undefined>>): void => {
  for (const [field, day] of Object.entries(days))
    if (day && !isDay(day)) throw badRequest('date_invalid', fill(messages.refusals.date, { field }), field);
};
