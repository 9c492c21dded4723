import { fullName } from '../../../contract/entities/user.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';

const keyOf = (person: UserRow): string => fullName(person).trim().toLowerCase();

/** Events count a name without its case and the blanks around it. */
export const isRenamed = (before: UserRow, after: UserRow): boolean => keyOf(before) !== keyOf(after);

/** Events name people, and by their names their rights (decisions 3.01): those of a renamed person name them still. Written with the rename, whose audit row tells of it. */
export const carryName = async (
  within: Pick<Repositories, 'eventsPeople'>,
  before: UserRow,
  after: UserRow,
  { userId, at }: Readonly<{ userId: number; at: Date }>,
): Promise<void> => {
  if (isRenamed(before, after)) await within.eventsPeople.rename(after.id, fullName(before), fullName(after), { userId, at });
};
