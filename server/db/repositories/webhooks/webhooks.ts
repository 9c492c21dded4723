import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { WebhookType } from '../../../../contract/entities/webhook.ts';
import type { Schema } from '../../schema/index.ts';
import type { WebhooksTable } from '../../schema/webhooks.ts';

export type WebhookRow = Selectable<WebhooksTable>;
export type ListedWebhook = WebhookRow & Readonly<{ waiting: number }>;
export type WebhookChange = Partial<Omit<WebhookRow, 'id' | 'created_at' | 'types' | 'version'>> &
  Readonly<{ types?: readonly WebhookType[] }>;

/** Receivers of events (decisions 4.14). Lock the receiver before its deliveries. */
export const webhooksRepository = (query: Kysely<Schema>) => ({
  list: async (): Promise<ListedWebhook[]> => {
    const { rows } = await sql<ListedWebhook>`
      select w.*, (select count(*)::int4 from webhook_deliveries d where d.webhook_id = w.id and d.state in ('queued','sending')) as waiting
      from webhooks w order by w.id`.execute(query);
    return rows;
  },

  byId: (id: number): Promise<WebhookRow | undefined> => query.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst(),

  lock: (id: number): Promise<WebhookRow | undefined> =>
    query.selectFrom('webhooks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

  /** Makes concurrent additions take turns. @returns the number of receivers */
  lockAll: async (): Promise<number> => {
    await sql`select pg_advisory_xact_lock(hashtext('webhooks'))`.execute(query);
    return (await query.selectFrom('webhooks').select('id').execute()).length;
  },

  add: ({ name, address_hint, types }: Pick<WebhookRow, 'name' | 'address_hint' | 'types'>, at: Date): Promise<WebhookRow> =>
    query
      .insertInto('webhooks')
      .values({ name, address_hint, types: JSON.stringify(types), created_at: at.toISOString() })
      .returningAll()
      .executeTakeFirstOrThrow(),

  change: (id: number, { types, ...change }: WebhookChange): Promise<WebhookRow> =>
    query
      .updateTable('webhooks')
      .set(({ eb }) => ({ ...change, ...(types ? { types: JSON.stringify(types) } : {}), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),

  remove: async (id: number): Promise<void> => {
    await query.deleteFrom('webhooks').where('id', '=', id).execute();
  },

  /** Locks an active receiver that has a delivery due and none in progress; concurrent callers get the next one. */
  lockReady: (at: Date): Promise<WebhookRow | undefined> => {
    const now = at.toISOString();
    return query
      .selectFrom('webhooks as w')
      .selectAll('w')
      .where('w.off_at', 'is', null)
      .where(({ eb, or }) => or([eb('w.busy_until', 'is', null), eb('w.busy_until', '<', now)]))
      .where(
        sql<SqlBool>`exists (select from webhook_deliveries d where d.webhook_id = w.id and ((d.state = 'queued' and (d.send_at is null or d.send_at <= ${now}))
          or (d.state = 'sending' and d.lease_until < ${now})))`,
      )
      .orderBy('w.busy_until', (order) => order.asc().nullsFirst())
      .orderBy('w.id')
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
  },
});
