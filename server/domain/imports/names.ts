import type { ImportNames } from '../../../contract/entities/import.ts';
import { importRefusals as t } from '../../../contract/messages/importProblems.ts';
import { personNameKey } from '../../../contract/rules/imports/names.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { formProblem, notFoundProblem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import type { Services } from '../shared/services.ts';
import type { ImportRequester } from './importSteps.ts';

/** Saves, for the whole company, which people these texts refer to. @throws Problem 422 for an unknown person */
export const rememberNames = async (
  tx: Repositories,
  { principal, origin }: ImportRequester,
  names: Readonly<Record<string, string>>,
  at: Date,
): Promise<void> => {
  const answers = Object.entries(names).flatMap(([text, id]) => {
    const key = personNameKey(text);
    return key === '' ? [] : [{ text, text_key: key, user_id: rowId(id) ?? 0 }];
  });
  if (answers.length === 0) return;
  const knownIds = new Set((await tx.users.known()).map(({ id }) => id));
  const unknown = answers.find(({ user_id }) => !knownIds.has(user_id));
  if (unknown) throw formProblem({ [`names.${unknown.text}`]: t.nameUnknown });
  const distinctAnswers = [...new Map(answers.map((answer) => [answer.text_key, answer])).values()];
  await tx.importNames.put(distinctAnswers, principal.userId, at);
  for (const { text, user_id } of distinctAnswers) {
    const entry = { actorId: principal.userId, action: 'import.name_matched', entity: 'user', entityId: String(user_id) };
    await tx.audit.write({ ...entry, after: { text } }, origin, at);
  }
};

/** Sorted by text. */
export const listNames = async ({ store }: Pick<Services, 'store'>): Promise<ImportNames> => {
  const rows = await store.importNames.all();
  return {
    data: rows.map(({ id, text, user_id, name, author, created_at }) => ({
      id: String(id),
      text,
      user_id: String(user_id),
      name,
      created_by: author,
      created_at,
    })),
  };
};

/** Deletes the meaning of a text, so that it becomes a question again; imported data is unchanged. @throws Problem 404 */
export const forgetName = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { principal, origin }: ImportRequester,
  id: number | null,
): Promise<void> =>
  store.transaction(async (tx) => {
    const removed = id === null ? undefined : await tx.importNames.remove(id);
    if (!removed) throw notFoundProblem('name');
    const entry = { actorId: principal.userId, action: 'import.name_forgotten', entity: 'user', entityId: String(removed.user_id) };
    await tx.audit.write({ ...entry, before: { text: removed.text } }, origin, clock());
  });
