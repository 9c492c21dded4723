import { fullName } from '../../../contract/entities/user.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';

const keyOf = (person: UserRow): string => fullName(person).trim().toLowerCase();

/** Events compare names without case and surrounding whitespace. */
export const isRenamed = (before: UserRow, after: UserRow): boolean => keyOf(before) !== keyOf(after);

/**
 * Renames a person in their events, whose names determine editing rights (decisions 3.01). Written with the rename, whose audit entry
 * covers it.
 */
export const renameInEvents = async (
  tx: Pick<Repositories, 'eventsPeople'>,
  before: UserRow,
  after: UserRow,
  { userId, at }: Readonly<{ userId: number; at: Date }>,
): Promise<void> => {
  if (isRenamed(before, after)) await tx.eventsPeople.rename(after.id, fullName(before), fullName(after), { userId, at });
};
