import type { Leave } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import { type Day, isUsableDay } from '../../../contract/rules/time/period.ts';
import type { Employment } from '../../db/repositories/people/datedFacts.ts';
import { UNKNOWN_START } from '../../db/repositories/people/users.ts';
import { formProblem } from '../shared/problem.ts';

export type { Employment };
/** As entered: '' and null clear a day, undefined leaves it unchanged. */
export type EmploymentInput = Readonly<{ employment_start?: Day | null | undefined; employment_end?: Day | null | undefined }>;
/** The current employment, earlier ones (latest first), and the day of the request. */
export type EmploymentHistory = Readonly<{ current: Employment; earlier: readonly Employment[]; today: Day }>;

const t = messages.userFormText;
/** The current employment of a new person. */
export const newEmployment: Employment = { joined_on: UNKNOWN_START, left_on: null };

/** True if employment begins after the recorded last day: the person is employed again (decisions 2.22). */
export const isRehire = ({ left_on }: Employment, start: Day | null | undefined): start is Day =>
  Boolean(start) && left_on !== null && (start as Day) > left_on;

/** All employments after a change of the current one. */
export const employmentsWith = (employment: Employment, { current, earlier }: Omit<EmploymentHistory, 'today'>): readonly Employment[] =>
  isRehire(current, employment.joined_on) ? [...earlier, current, employment] : [...earlier, employment];

/** @throws Problem 422 for a day within an earlier employment; its first day joins the two */
const assertAfter = (earlier: Employment | undefined, joined_on: Day): void => {
  if (!earlier?.left_on || joined_on > earlier.left_on || joined_on === earlier.joined_on) return;
  const [start, end] = [dayText(earlier.joined_on), dayText(earlier.left_on)];
  throw formProblem({ employment_start: fill(t.startWithinEarlier, { start, end }) });
};

/**
 * The current employment after a change. A start after the recorded last day begins a new, open-ended one, unless an end is given.
 * @throws Problem 422 if employment would end before it starts, overlap an earlier one, or begin again before it has ended
 */
export const employmentOf = (
  { employment_start: start, employment_end: end }: EmploymentInput,
  { current, earlier, today }: EmploymentHistory,
): Employment => {
  const isReturning = isRehire(current, start);
  if (isReturning && current.left_on !== null && current.left_on >= today)
    throw formProblem({ employment_start: fill(t.startBeforeEnd, { end: dayText(current.left_on) }) });
  const joined_on = start === undefined ? current.joined_on : start || UNKNOWN_START;
  if (!isReturning) assertAfter(earlier[0], joined_on);
  const left_on = end === undefined ? (isReturning ? null : current.left_on) : end || null;
  if (left_on !== null && left_on < joined_on)
    throw formProblem({ [end === undefined ? 'employment_start' : 'employment_end']: t.endBeforeStart });
  return { joined_on, left_on };
};

export const toEmploymentFields = ({ joined_on, left_on }: Employment) => ({
  ...(joined_on === UNKNOWN_START ? {} : { employment_start: joined_on }),
  ...(left_on === null ? {} : { employment_end: left_on }),
});

const leaveError = ({ from, to }: Leave, before: Leave | undefined): string | null => {
  if (!isUsableDay(from) || !isUsableDay(to)) return t.dayInvalid;
  if (to < from) return t.leaveEndBeforeStart;
  return before && from <= before.to ? t.leaveOverlap : null;
};

const isWithin = ({ from, to }: Leave, employments: readonly Employment[]): boolean =>
  employments.some(({ joined_on, left_on }) => joined_on <= from && (left_on === null || to <= left_on));

export const isLeaveIn = (leaves: readonly Leave[], { from, to }: Leave): boolean =>
  leaves.some((leave) => leave.from === from && leave.to === to);

/**
 * Leaves in order of their days (decisions 2.22).
 * @param recorded leaves that may lie outside employment, because it ended after they were recorded
 * @throws Problem 422 for a leave that ends before it starts, overlaps another, or is new and outside employment
 */
export const leavesOf = (
  input: readonly Leave[],
  employments: readonly Employment[],
  recorded: readonly Leave[] = [],
): readonly Leave[] => {
  const leaves = input.toSorted((a, b) => a.from.localeCompare(b.from));
  for (const [index, leave] of leaves.entries()) {
    const error = leaveError(leave, leaves[index - 1]);
    if (error !== null) throw formProblem({ leaves: error });
    if (!isLeaveIn(recorded, leave) && !isWithin(leave, employments)) throw formProblem({ leaves: t.leaveOutside });
  }
  return leaves;
};
