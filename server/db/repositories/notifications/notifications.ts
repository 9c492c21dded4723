import { type Kysely, type Selectable, sql } from 'kysely';
import type { Notification, NotificationType } from '../../../../contract/entities/notification.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { NotificationsTable, Schema } from '../../schema/index.ts';
import type { Outbox } from '../mail/outbox.ts';
import { receivesNotices } from '../setup/reached.ts';
import type { channelsRepository } from './channels.ts';

type Row = Selectable<NotificationsTable>;
export type NewNotification = Readonly<
  Pick<Row, 'user_id' | 'type' | 'priority' | 'title' | 'message'> & { link?: string; dedupe_key: string }
>;

const notificationOf = (row: Row): Notification => ({
  id: String(row.id),
  type: row.type,
  priority: row.priority,
  title: row.title,
  message: row.message,
  read: row.read_at !== null,
  created_at: row.created_at,
  link: row.link,
});

/** Filters of the notification list; null: no filter. */
export type NoticeFilter = Readonly<{ unread: boolean | null; type: NotificationType | null; from: Day | null; to: Day | null }>;
/** One user's notifications sent by `now`; `from` inclusive and `to` exclusive, days in `zone`. */
type NoticeRequest = Readonly<{ userId: number; zone: string; now: Date; filter: NoticeFilter }>;

const matchesRequest = ({ userId, zone, now, filter: { unread, type, from, to } }: NoticeRequest) => {
  const conditions = [
    sql`user_id = ${userId}`,
    sql`created_at <= ${now.toISOString()}`,
    ...(unread === null ? [] : [unread ? sql`read_at is null` : sql`read_at is not null`]),
    ...(type === null ? [] : [sql`type = ${type}`]),
    ...(from === null ? [] : [sql`created_at >= ${from}::timestamp at time zone ${zone}`]),
    ...(to === null ? [] : [sql`created_at < ${to}::timestamp at time zone ${zone}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
};

export const notificationsRepository = (
  query: Kysely<Schema>,
  { addNotice }: Pick<Outbox, 'addNotice'>,
  channels: Pick<ReturnType<typeof channelsRepository>, 'addOwn' | 'addCompany'>,
) => ({
  /** Queues the email about a notice if its person wants emails at once. */
  addMail: addNotice,
  addToOwnChannels: channels.addOwn,
  addToCompanyChannels: channels.addCompany,

  /**
   * One per user and `dedupe_key`: duplicates are dropped, and so are those of people whom a company being set up does not reach.
   * @returns null if it was dropped
   */
  add: async (notification: NewNotification, now: Date): Promise<Readonly<{ id: number; hasChannel: boolean }> | null> => {
    const { user_id, type, priority, title, message, link = null, dedupe_key } = notification;
    const { rows } = await sql<{ id: number; hasChannel: boolean }>`
      insert into notifications (user_id, type, priority, title, message, link, dedupe_key, created_at)
      select u.id, ${type}, ${priority}, ${title}, ${message}, ${link}, ${dedupe_key}, ${now.toISOString()} from users u
      where u.id = ${user_id} and ${receivesNotices} on conflict (user_id, dedupe_key) do nothing
      returning id, exists (select 1 from channels c where c.user_id = notifications.user_id) as "hasChannel"`.execute(query);
    return rows[0] ?? null;
  },

  /** Deletes notices about a subject that are not due yet, with their emails. */
  deleteUpcoming: async (keyPrefix: string, now: Date): Promise<void> => {
    const waitingNotices = query
      .selectFrom('notifications')
      .select('id')
      .where('created_at', '>', now.toISOString())
      .where(sql<boolean>`starts_with(dedupe_key, ${keyPrefix})`);
    await query.deleteFrom('mail_outbox').where('notification_id', 'in', waitingNotices).where('state', '=', 'queued').execute();
    await query.deleteFrom('notifications').where('id', 'in', waitingNotices).execute();
  },

  /** Newest first, with ids below `after`. */
  page: async (request: NoticeRequest, after: number | null, limit: number): Promise<Notification[]> => {
    const isBelowCursor = after === null ? sql<boolean>`true` : sql<boolean>`id < ${after}`;
    const rows = await query
      .selectFrom('notifications')
      .selectAll()
      .where(matchesRequest(request))
      .where(isBelowCursor)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(notificationOf);
  },

  count: async (request: NoticeRequest): Promise<number> => {
    const matchingRows = query.selectFrom('notifications').where(matchesRequest(request));
    return (await matchingRows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  },

  /** @returns the number that were unread */
  markAllRead: async (userId: number, now: Date): Promise<number> => {
    const unread = query.updateTable('notifications').where('user_id', '=', userId).where('read_at', 'is', null);
    const { numUpdatedRows } = await unread
      .where('created_at', '<=', now.toISOString())
      .set({ read_at: now.toISOString() })
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  },

  /** @returns undefined if the user has no such notification */
  markRead: async (id: number, userId: number, now: Date): Promise<Notification | undefined> => {
    const row = await query
      .updateTable('notifications')
      .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.cast<string>(eb.val(now.toISOString()), 'timestamptz')) }))
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirst();
    return row && notificationOf(row);
  },

  countUnread: async (userId: number, now: Date): Promise<number> => {
    const row = await query
      .selectFrom('notifications')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .where('created_at', '<=', now.toISOString())
      .executeTakeFirstOrThrow();
    return row.count;
  },
});
