import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import type { WebhookDeliveriesTable } from '../../schema/webhooks.ts';

export type DeliveryRow = Selectable<WebhookDeliveriesTable>;
export type DeliveryChange = Partial<Omit<DeliveryRow, 'id' | 'webhook_id' | 'message_id' | 'type' | 'data' | 'created_at'>>;

/** Events for receivers. Triggers write them in the transaction of their cause; `webhook.test` is written here. */
export const deliveriesRepository = (query: Kysely<Schema>) => ({
  addTest: (webhookId: number, type: string, at: Date, leaseUntil: Date): Promise<DeliveryRow> =>
    query
      .insertInto('webhook_deliveries')
      .values({
        ...{ webhook_id: webhookId, type, data: JSON.stringify({}), created_at: at.toISOString() },
        ...{ state: 'sending', attempts: 1, lease_until: leaseUntil.toISOString() },
      })
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** The oldest delivery that is due, or abandoned by a stopped server. */
  lockNext: async (webhookId: number, at: Date): Promise<DeliveryRow | undefined> => {
    const now = at.toISOString();
    const { rows } = await sql<DeliveryRow>`
      select * from webhook_deliveries where webhook_id = ${webhookId}
        and ((state = 'queued' and (send_at is null or send_at <= ${now})) or (state = 'sending' and lease_until < ${now}))
      order by id limit 1 for update skip locked`.execute(query);
    return rows[0];
  },

  lock: (id: number): Promise<DeliveryRow | undefined> =>
    query.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  lockMessage: (messageId: string): Promise<DeliveryRow | undefined> =>
    query.selectFrom('webhook_deliveries').selectAll().where('message_id', '=', messageId).forUpdate().executeTakeFirst(),

  change: (id: number, change: DeliveryChange): Promise<DeliveryRow> =>
    query.updateTable('webhook_deliveries').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

  /** Fails all unfinished deliveries; staff can then resend them by hand. */
  endWaiting: async (webhookId: number, error: string, at: Date): Promise<void> => {
    await query
      .updateTable('webhook_deliveries')
      .set({ state: 'failed', error, send_at: null, lease_until: null, ended_at: at.toISOString() })
      .where('webhook_id', '=', webhookId)
      .where('state', 'in', ['queued', 'sending'])
      .execute();
  },

  /** Newest first. */
  page: (webhookId: number, before: number | null, limit: number): Promise<DeliveryRow[]> =>
    query
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .$if(before !== null, (q) => q.where('id', '<', before as number))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  dropEndedBefore: async (at: Date): Promise<void> => {
    await query.deleteFrom('webhook_deliveries').where('ended_at', '<', at.toISOString()).execute();
  },
});
