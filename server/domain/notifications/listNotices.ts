import type { NotificationPage, NotificationType } from '../../../contract/entities/notification.ts';
import { notificationTypes } from '../../../contract/entities/notification.ts';
import { messages } from '../../../contract/messages.ts';
import { addDays, isDay } from '../../../contract/rules/time/period.ts';
import type { NoticeFilter } from '../../db/repositories/notifications/notifications.ts';
import { currentConfig } from '../plans/config.ts';
import { cursorOf, isOneOf, isRowId, nullOr } from '../shared/cursor.ts';
import { requireValidDays } from '../shared/days.ts';
import { readPage } from '../shared/page.ts';
import { badRequest } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

/** Filters of the user's notices; on later pages, omitted filters come from the cursor. */
export type NoticesQuery = Readonly<{
  unread?: 'true' | 'false';
  type?: NotificationType;
  start_date?: string;
  end_date?: string;
  cursor?: string;
  limit: number;
}>;
const isChoice = (value: unknown): value is boolean => typeof value === 'boolean';
const noticeCursor = cursorOf<NoticeFilter, { id: number }>('notices-1', {
  question: { unread: nullOr(isChoice), type: nullOr(isOneOf(notificationTypes)), from: nullOr(isDay), to: nullOr(isDay) },
  after: { id: isRowId },
});

/** @throws Problem 400 for invalid or reversed days */
const filterFrom = ({ unread, type, start_date, end_date }: NoticesQuery, carried?: NoticeFilter): NoticeFilter => {
  requireValidDays({ start_date, end_date });
  if (start_date !== undefined && end_date !== undefined && end_date < start_date)
    throw badRequest('range_invalid', messages.notificationsPage.range, 'end_date');
  return {
    unread: unread === undefined ? (carried?.unread ?? null) : unread === 'true',
    type: type ?? carried?.type ?? null,
    from: start_date ?? carried?.from ?? null,
    to: end_date ?? carried?.to ?? null,
  };
};

/** The user's notices, newest first (decisions 5.01); days are in the company's time zone. @throws Problem 400 */
export const listNotices = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  userId: number,
  query: NoticesQuery,
): Promise<NotificationPage> => {
  const cursor = query.cursor === undefined ? null : noticeCursor.read(query.cursor);
  const question = filterFrom(query, cursor?.question);
  if (cursor) noticeCursor.mustContinue(cursor, question);
  const { config } = await currentConfig(store);
  const until = question.to === null ? null : addDays(question.to, 1);
  const listQuery = { userId, zone: config.timezone, now: clock(), filter: { ...question, to: until } };
  const [page, total] = await Promise.all([
    readPage(
      query.limit,
      (maxRows) => store.notifications.page(listQuery, cursor?.after.id ?? null, maxRows),
      ({ id }) => noticeCursor.write({ question, after: { id: Number(id) } }),
    ),
    store.notifications.count(listQuery),
  ]);
  return { data: [...page.rows], pagination: { cursor: page.cursor, limit: query.limit, total } };
};
