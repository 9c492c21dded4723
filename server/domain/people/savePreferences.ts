import type { PreferenceKey, Preferences } from '../../../contract/entities/user.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/**
 * Saves one kind of preferences (spec 7.18, 7.32): values in the patch replace stored ones of the same name, others are unchanged. An empty
 * list or map resets a table by deleting its stored value.
 * @throws Problem 404
 */
export const savePreferences = async (
  { store }: Pick<Services, 'store'>,
  userId: number,
  key: PreferenceKey,
  patch: Readonly<Record<string, unknown>>,
): Promise<Preferences> => {
  const byTable = key === 'table_column_orders' || key === 'table_column_widths';
  const emptied = byTable ? Object.keys(patch).filter((table) => isEmpty(patch[table])) : [];
  const saved = await store.users.mergePreferences(userId, key, patch, emptied);
  if (!saved) throw notFoundProblem('user');
  return saved;
};
