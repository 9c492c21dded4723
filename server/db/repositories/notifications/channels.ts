import { type Kysely, type Selectable, sql } from 'kysely';
import type { ChannelTopic } from '../../../../contract/entities/channel.ts';
import type { NotificationType } from '../../../../contract/entities/notification.ts';
import type { Role } from '../../../../contract/entities/user.ts';
import type { ChannelsTable, MailText, Schema } from '../../schema/index.ts';
import { isLive } from '../setup/reached.ts';

export type ChannelRow = Selectable<ChannelsTable>;
export type NewChannel = Readonly<Pick<ChannelRow, 'user_id' | 'name' | 'address_hint' | 'topics' | 'readers'>>;
export type ChannelChange = Partial<Pick<ChannelRow, 'name' | 'address_hint' | 'topics' | 'readers' | 'problem' | 'off_at' | 'next_at'>>;

const CAUSE = sql`pg_current_xact_id()::text || ' ' || transaction_timestamp()::text`;

/** Incoming webhooks to which notices are posted (decisions 5.03). `userId` null: the company's. */
export const channelsRepository = (query: Kysely<Schema>) => {
  /**
   * Writes one message per channel of `recipients` (a CTE of ids); a channel gets at most one message per transaction. `recipients` locks
   * its channels, so that a change of their readers waits for this transaction and drops its messages too (decisions 3.08).
   */
  const enqueue = async (recipients: ReturnType<typeof sql>, { subject, body, link }: MailText, at: Date, notice: number | null) => {
    const now = at.toISOString();
    await sql`
      with found as (${recipients})
      insert into mail_outbox (channel_id, notification_id, cause, recipient, recipient_name, subject, body, link, send_at, created_at)
      select c.id, ${notice}::bigint, ${CAUSE}, '', c.name, ${subject}, ${body}, ${link}, ${now}, ${now}
      from found join channels c on c.id = found.id
      on conflict (channel_id, cause) where channel_id is not null
        do update set more = mail_outbox.more || ${JSON.stringify([{ subject, body, link }])}::jsonb`.execute(query);
  };

  return {
    list: (userId: number | null): Promise<ChannelRow[]> =>
      query
        .selectFrom('channels')
        .selectAll()
        .where('user_id', userId === null ? 'is' : '=', userId)
        .orderBy('id')
        .execute(),

    lock: (id: number): Promise<ChannelRow | undefined> =>
      query.selectFrom('channels').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

    add: ({ topics, readers, ...channel }: NewChannel, at: Date): Promise<ChannelRow> => {
      const json = { topics: JSON.stringify(topics), readers: JSON.stringify(readers) };
      const now = at.toISOString();
      return query
        .insertInto('channels')
        .values({ ...channel, ...json, next_at: now, created_at: now })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    change: async (id: number, { topics, readers, ...change }: ChannelChange): Promise<void> => {
      const json = {
        ...(topics ? { topics: JSON.stringify(topics) } : {}),
        ...(readers ? { readers: JSON.stringify(readers) } : {}),
      };
      await query
        .updateTable('channels')
        .set({ ...change, ...json })
        .where('id', '=', id)
        .execute();
    },

    remove: async (id: number): Promise<void> => {
      await query.deleteFrom('channels').where('id', '=', id).execute();
    },

    /** Deletes unsent messages. A message being sent may still arrive, but is not retried. */
    dropWaiting: async (id: number): Promise<void> => {
      await query.deleteFrom('mail_outbox').where('channel_id', '=', id).where('state', 'in', ['queued', 'sending']).execute();
    },

    /** Deletes messages waiting for channels of inactive people (decisions 3.08). */
    dropOfInactive: async (): Promise<void> => {
      await sql`
        delete from mail_outbox where id in (
          select m.id from mail_outbox m join channels c on c.id = m.channel_id join users u on u.id = c.user_id
          where m.state in ('queued', 'sending') and not u.active for update of m skip locked)`.execute(query);
    },

    /** Retries the queued messages now, and for another day. */
    requeueWaiting: async (id: number, at: Date): Promise<void> => {
      const now = at.toISOString();
      await query
        .updateTable('mail_outbox')
        .set({ attempts: 0, send_at: now, created_at: now })
        .where('channel_id', '=', id)
        .where('state', '=', 'queued')
        .execute();
    },

    /** Queues a notice to a person for those of their channels that carry its type. */
    addOwn: (userId: number, notice: number, type: NotificationType, text: MailText, at: Date): Promise<void> =>
      enqueue(
        sql`select c.id from channels c join users u on u.id = c.user_id
          where u.id = ${userId} and u.active and c.off_at is null and c.topics @> ${JSON.stringify([type])}::jsonb for share of c`,
        text,
        at,
        notice,
      ),

    /**
     * Queues a notice for the company's channels that carry the topic and whose readers are all among `allowed`; once per channel and
     * `key`.
     */
    addCompany: (topic: ChannelTopic, allowed: readonly Role[], key: string, text: MailText, at: Date): Promise<void> =>
      enqueue(
        sql`insert into channel_notices (channel_id, dedupe_key)
          select id, ${key} from channels
          where ${isLive} and user_id is null and off_at is null and topics @> ${JSON.stringify([topic])}::jsonb
            and readers <> '[]' and readers <@ ${JSON.stringify(allowed)}::jsonb
            for share
          on conflict do nothing returning channel_id as id`,
        text,
        at,
        null,
      ),
  };
};
