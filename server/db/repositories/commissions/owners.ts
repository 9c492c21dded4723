import { type RawBuilder, sql } from 'kysely';

/** Owners of records and adjustments: one person, a manager's team, or everybody if both are null. */
export type Owners = Readonly<{ userId: number | null; managerId: number | null }>;

/** A condition on `user_id`: the manager or their reports (decisions 3.09). @param manager a parameter, such as `$4` */
export const isOfTeam = (manager: string): string => `user_id in (select id from users where manager_id = ${manager} or id = ${manager})`;

/** Restricts a statement on rows with a `user_id`: empty for everybody, else a condition that begins with `and`. */
export const ownedBy = ({ userId, managerId }: Owners): RawBuilder<unknown> => {
  if (userId !== null) return sql`and user_id = ${userId}`;
  return managerId === null ? sql`` : sql`and user_id in (select id from users where manager_id = ${managerId} or id = ${managerId})`;
};
