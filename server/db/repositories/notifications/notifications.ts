import type { Kysely, Selectable } from 'kysely';
import type { Notification } from '../../../../contract/entities/notification.ts';
import type { NotificationsTable, Schema } from '../../schema/index.ts';

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

/** One's own notifications. */
export const notificationsRepository = (query: Kysely<Schema>) => ({
  /** One per user and `dedupe_key`: a second is dropped. */
  add: async (notification: NewNotification, at: Date): Promise<void> => {
    await query
      .insertInto('notifications')
      .values({ ...notification, created_at: at.toISOString() })
      .onConflict((conflict) => conflict.columns(['user_id', 'dedupe_key']).doNothing())
      .execute();
  },

  newest: async (userId: number, limit: number): Promise<Notification[]> => {
    const rows = await query
      .selectFrom('notifications')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(notificationOf);
  },

  /** @returns undefined where `userId` has no such notification */
  markRead: async (id: number, userId: number, at: Date): Promise<Notification | undefined> => {
    const row = await query
      .updateTable('notifications')
      .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.cast<string>(eb.val(at.toISOString()), 'timestamptz')) }))
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirst();
    return row && notificationOf(row);
  },

  countUnread: async (userId: number): Promise<number> => {
    const row = await query
      .selectFrom('notifications')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .executeTakeFirstOrThrow();
    return row.count;
  },
});
