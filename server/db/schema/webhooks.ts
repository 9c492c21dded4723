import type { Generated } from 'kysely';
import type { WebhookType } from '../../../contract/entities/webhook.ts';
import type { InstantColumn, Json, Maybe, WithDefault } from './columns.ts';

export interface WebhooksTable {
  id: Generated<number>;
  name: string;
  address_hint: string;
  types: Json<readonly WebhookType[]>;
  /** Until then deliveries are also signed with the previous secret. */
  previous_until: Maybe<InstantColumn>;
  /** The first failure since the last accepted delivery. */
  failing_since: Maybe<InstantColumn>;
  off_at: Maybe<InstantColumn>;
  problem: Maybe<string>;
  /** Until when a server may be delivering. */
  busy_until: Maybe<InstantColumn>;
  version: WithDefault<number>;
  created_at: InstantColumn;
}

export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  message_id: Generated<string>;
  type: string;
  data: Json<Readonly<Record<string, unknown>>>;
  created_at: InstantColumn;
  state: WithDefault<'queued' | 'sending' | 'delivered' | 'failed'>;
  attempts: WithDefault<number>;
  /** Null: at once. */
  send_at: Maybe<InstantColumn>;
  lease_until: Maybe<InstantColumn>;
  status: Maybe<number>;
  duration_ms: Maybe<number>;
  error: Maybe<string>;
  ended_at: Maybe<InstantColumn>;
}

export interface WebhooksTables {
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
