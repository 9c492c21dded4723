import { sellerRoles } from '../../../contract/entities/user.ts';
import type { DateRange, Day } from '../../../contract/rules/time/period.ts';
import type { Repositories } from '../../db/repositories/store.ts';

export type MayBeCredited = (userId: number, bookedOn: Day) => boolean;

/**
 * Returns a check for who may be credited with a sale: active people with a selling role on its booking date (decisions 3.07). Used by the
 * form, assignment, splits, imports and connectors.
 * @param ids the people to be checked; null for anyone
 */
export const createCreditCheck = async (
  { users }: Pick<Repositories, 'users'>,
  ids: readonly number[] | null = null,
): Promise<MayBeCredited> => {
  const stretchesOf = new Map<number, DateRange[]>();
  for (const { user_id, ...stretch } of await users.activeIn(sellerRoles, ids))
    stretchesOf.set(user_id, [...(stretchesOf.get(user_id) ?? []), stretch]);
  return (userId, day) => (stretchesOf.get(userId) ?? []).some(({ start_date, end_date }) => start_date <= day && day <= end_date);
};
