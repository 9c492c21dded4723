import { fill, messages } from '../../../contract/messages.ts';
import { type Day, isDay, isUsableDay } from '../../../contract/rules/time/period.ts';
import { badRequest } from './problem.ts';

/** @throws Problem 400 that names the field of a day that does not exist, or lies where no arithmetic of days reaches */
export const mustExist = (days: Readonly<Record<string, Day | undefined>>): void => {
  for (const [field, day] of Object.entries(days)) {
    if (day === undefined) continue;
    if (!isDay(day)) throw badRequest('date_invalid', fill(messages.refusals.date, { field }), field);
    if (!isUsableDay(day)) throw badRequest('date_invalid', fill(messages.refusals.dateYears, { field }), field);
  }
};
