import type { UserPage } from '../../../contract/entities/people.ts';
import { type Role, roles, type User } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import type { ListedRow, UserFilter, UserKey, UserStates } from '../../db/repositories/people/userPages.ts';
import { userOf, withoutEmployment } from '../../db/repositories/people/users.ts';
import { readLocks } from '../session/liftLock.ts';
import { cursorOf, isOneOf, isRowId, isText, nullOr } from '../shared/cursor.ts';
import { readPage } from '../shared/page.ts';
import type { Services } from '../shared/services.ts';

export type UsersQuery = Readonly<{ role?: Role; search?: string; cursor?: string; limit?: number }>;

const NO_PREFERENCES = { table_column_orders: {}, table_column_widths: {}, dashboard_settings: {}, notification_settings: {} };

const isShortText = (value: unknown): value is string => isText(value) && value.length <= 1000;
const userCursor = cursorOf<UserFilter, UserKey>('users', {
  question: { role: nullOr(isOneOf(roles)), search: isShortText },
  after: { last: isShortText, first: isShortText, id: isRowId },
});

/** Omits other people's preferences, and fields for editing unless the caller may edit. */
const toListedUser = (row: ListedRow, mayManage: boolean, isLocked: (email: string) => boolean): User => {
  const { version, must_change_password, ...user } = userOf(row);
  const own =
    mayManage && version !== undefined
      ? { must_change_password, version, ...(isLocked(row.email) ? { sign_in_locked: true } : {}) }
      : { must_change_password: false };
  return { ...(mayManage ? user : withoutEmployment(user as User)), ...own, preferences: NO_PREFERENCES };
};

const toSummary = ({ emails, ...counts }: UserStates, isLocked: (email: string) => boolean): NonNullable<UserPage['summary']> => ({
  ...counts,
  locked: emails.filter(isLocked).length,
});

/**
 * spec 7.13: people by last name; without a limit, up to the list's maximum. A cursor carries its query.
 * @throws Problem 400 for a cursor of another list or query
 */
export const listUsers = async (services: Pick<Services, 'store' | 'clock'>, actor: Actor, query: UsersQuery): Promise<UserPage> => {
  const { store } = services;
  const cursor = query.cursor === undefined ? null : userCursor.read(query.cursor);
  const question = {
    role: query.role ?? cursor?.question.role ?? null,
    search: (query.search ?? cursor?.question.search ?? '').trim(),
  };
  if (cursor) userCursor.mustContinue(cursor, question);
  const limit = query.limit ?? limits.list.maxLimit;
  const mayManage = can(actor, 'user:manage');
  const [page, total, isLocked, states] = await Promise.all([
    readPage(
      limit,
      (maxRows) => store.users.page(question, cursor?.after ?? null, maxRows),
      ({ sort_last, sort_first, id }) => userCursor.write({ question, after: { last: sort_last, first: sort_first, id } }),
    ),
    store.users.count(question),
    mayManage ? readLocks(services.store, services.clock()) : () => false,
    mayManage && query.cursor === undefined ? store.users.states() : null,
  ]);
  return {
    data: page.rows.map((row) => toListedUser(row, mayManage, isLocked)),
    pagination: { cursor: page.cursor, limit, total },
    ...(states ? { summary: toSummary(states, isLocked) } : {}),
  };
};
