import { sellerRoles } from '../../../contract/entities/user.ts';
import type { DateRange, Day } from '../../../contract/rules/time/period.ts';
import type { Repositories } from '../../db/repositories/store.ts';

export type MayBeCredited = (userId: number, bookedOn: Day) => boolean;

/**
 * Who may be credited with a sale: active people with a selling role on its booking date (decisions 3.07). The form, assignment, splits,
 * imports and connectors all ask this.
 * @param ids the people it will be asked about; null: anybody
 */
export const mayBeCredited = async (
  { users }: Pick<Repositories, 'users'>,
  ids: readonly number[] | null = null,
): Promise<MayBeCredited> => {
  const stretchesOf = new Map<number, DateRange[]>();
  for (const { user_id, ...stretch } of await users.activeIn(sellerRoles, ids))
    stretchesOf.set(user_id, [...(stretchesOf.get(user_id) ?? []), stretch]);
  return (userId, day) => (stretchesOf.get(userId) ?? []).some(({ start_date, end_date }) => start_date <= day && day <= end_date);
};
