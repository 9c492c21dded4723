import { isDeepStrictEqual } from 'node:util';
import { fill, messages } from '../../../contract/messages.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { PersonState } from '../../db/repositories/people/userImports.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { Problem } from '../shared/problem.ts';

const t = messages.userImport;

/** How an import takes part in a change: it records a line, or undoes the recorded change `undo`. Stored in proposals. */
export type PeopleImportStep =
  | Readonly<{ note: Readonly<{ importId: number; fields: readonly string[]; since: Day | null }> }>
  | Readonly<{ undo: number }>;

export const changedSinceProblem = (): Problem => new Problem(409, 'changed_since', t.changedSince);

/** The reason why the earlier values cannot be restored with one change. */
const createNotRestorableProblem = ({ stretches }: PersonState, since: Day | null): Problem => {
  const hasSeveralChanges = since !== null && stretches.some(({ from_day }) => from_day > since);
  return new Problem(409, 'not_exact', hasSeveralChanges ? fill(t.severalValues, { day: dayText(since) }) : t.notExact);
};

/**
 * Prepares the step of an import in a change, under the person's lock.
 * @returns a function to call in the same transaction once the change is written
 * @throws Problem 409 changed_since, not_exact: an undo restores the earlier state exactly, or nothing
 */
export const beginImportStep = async (
  { userImports }: Repositories,
  userId: number,
  step: PeopleImportStep | undefined,
  at: Date,
): Promise<() => Promise<void>> => {
  if (!step) return async () => undefined;
  const before = await userImports.stateOf(userId);
  if ('note' in step)
    return async () => {
      const after = await userImports.stateOf(userId);
      if (!isDeepStrictEqual(before, after)) await userImports.note({ ...step.note, userId, before, after });
    };
  const change = await userImports.changeById(step.undo);
  if (!change || !isDeepStrictEqual(before, change.after)) throw changedSinceProblem();
  return async () => {
    if (change.before !== null && !isDeepStrictEqual(await userImports.stateOf(userId), change.before))
      throw createNotRestorableProblem(change.before, change.since);
    await userImports.forget(change.id);
    await userImports.setUndone(change.import_id, at);
  };
};
