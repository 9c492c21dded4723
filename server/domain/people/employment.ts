import { messages } from '../../../contract/messages.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { UNKNOWN_START, type UserRow } from '../../db/repositories/people/users.ts';
import { refusedForm } from '../shared/problem.ts';

/** As typed: '' and null take a day away, undefined leaves it. */
export type EmploymentTyped = Readonly<{ employment_start?: Day | null | undefined; employment_end?: Day | null | undefined }>;
export type Employment = Pick<UserRow, 'joined_on' | 'left_on'>;

/** @throws Problem 422 where employment would end before it starts */
export const employmentOf = ({ employment_start: start, employment_end: end }: EmploymentTyped, before: Employment): Employment => {
  const joined_on = start === undefined ? before.joined_on : start || UNKNOWN_START;
  const left_on = end === undefined ? before.left_on : end || null;
  if (left_on !== null && left_on < joined_on)
    throw refusedForm({ [end === undefined ? 'employment_start' : 'employment_end']: messages.userForm.endBeforeStart });
  return { joined_on, left_on };
};

export const shownEmployment = ({ joined_on, left_on }: Employment) => ({
  ...(joined_on === UNKNOWN_START ? {} : { employment_start: joined_on }),
  ...(left_on === null ? {} : { employment_end: left_on }),
});
