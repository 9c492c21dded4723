import type { Kysely, Selectable } from 'kysely';
import type { Notification } from '../../../../contract/entities/notification.ts';
import type { NotificationsTable, Schema } from '../../schema/index.ts';
import type { Outbox } from '../mail/outbox.ts';

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
export const notificationsRepository = (query: Kysely<Schema>, { addNotice }: Pick<Outbox, 'addNotice'>) => ({
  /** The email about a notice, where its person wants one at once. */
  addMail: addNotice,

  /** One per user and `dedupe_key`: a second is dropped. @returns its id, null where it was dropped */
  add: async (notification: NewNotification, at: Date): Promise<number | null> => {
    const row = await query
      .insertInto('notifications')
      .values({ ...notification, created_at: at.toISOString() })
      .onConflict((conflict) => conflict.columns(['user_id', 'dedupe_key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row?.id ?? null;
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
