import { kindsAfterLeaving } from '../../../contract/entities/adjustment.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import { addDays, type Day, laterDay } from '../../../contract/rules/time/period.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { booksBegin } from '../plans/books.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { formProblem } from '../shared/problem.ts';
import type { PersonAdjustmentInput } from './adjustmentForm.ts';

const t = messages.adjustmentFormText;

/** @throws Problem 422 */
export const findPerson = async ({ users }: Pick<Repositories, 'users'>, { userId }: PersonAdjustmentInput): Promise<UserRow> => {
  const person = userId === null ? undefined : await users.byId(userId);
  if (!person) throw formProblem({ user_id: t.personUnknown });
  return person;
};

const dayRefusal = (day: Day, today: Day, first: Day | null): string | null => {
  if (first !== null && day < first) return fill(t.dayBeforeBooks, { day: dayText(first) });
  return day > addDays(today, limits.adjustments.daysAhead) ? t.dayLate : null;
};

/** True if the person has left by today or by the effective day, whichever is later. */
const hasLeft = ({ active, left_on }: UserRow, today: Day, day: Day): boolean =>
  !active || (left_on !== null && left_on < laterDay(today, day));

/**
 * Checks that the person may receive the adjustment on that day (decisions 2.25). The error names the person, so check permission first.
 * @throws Problem 422 naming the field
 */
export const assertCanReceive = async (
  tx: Pick<Repositories, 'config'>,
  { kind, day }: PersonAdjustmentInput,
  person: UserRow,
  at: Date,
): Promise<void> => {
  const current = await currentConfig(tx);
  const today = todayIn(current.config.timezone, at);
  const refusal = dayRefusal(day, today, booksBegin(current));
  if (refusal !== null) throw formProblem({ effective_date: refusal });
  if (hasLeft(person, today, day) && !kindsAfterLeaving.includes(kind))
    throw formProblem({ kind: fill(t.hasLeft, { name: fullName(person) }) });
};
