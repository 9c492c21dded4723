import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf, Pagination } from './common.ts';

/** The events that a receiver can choose (decisions 4.14). */
export const webhookTypes = [
  'commission.changed',
  'payout.changed',
  'payout.completed',
  'payout.failed',
  'payout.reversed',
  'payout_run.changed',
  'period.closed',
  'period.reopened',
  'statement_root.published',
  'approval.requested',
  'approval.decided',
  'sync.completed',
  'sync.failed',
] as const;
export type WebhookType = (typeof webhookTypes)[number];
/** Sent only on demand. */
export const WEBHOOK_TEST = 'webhook.test';
export const deliveryStates = ['queued', 'sending', 'delivered', 'failed'] as const;

/** A receiver of events. The server never returns its full address, and returns its secret only once. */
export const Webhook = Type.Object({
  id: Id,
  name: Type.String(),
  /** The host of the receiver's URL. */
  address: Type.String(),
  types: Type.Array(oneOf(webhookTypes)),
  /** When it was switched off; null while it is on. */
  off_at: nullable(Instant),
  /** Why the last delivery was not accepted, or why it was switched off. */
  problem: nullable(Type.String()),
  /** Deliveries waiting for their next attempt. */
  waiting: Type.Integer(),
  created_at: Instant,
});
export type Webhook = Static<typeof Webhook>;
export const WebhookList = Type.Object({ data: Type.Array(Webhook) });

/** An empty `address` keeps the current one. */
export const WebhookBody = Type.Object(
  {
    name: Type.String(),
    address: Type.String({ maxLength: 2000 }),
    types: Type.Array(oneOf(webhookTypes), { maxItems: 50 }),
    enabled: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type WebhookBody = Static<typeof WebhookBody>;
/** `secret`: `whsec_…`, returned only in this response. */
export const IssuedWebhook = Type.Object({ webhook: Webhook, secret: Type.String() });
export type IssuedWebhook = Static<typeof IssuedWebhook>;

export const WebhookDelivery = Type.Object({
  /** The header `webhook-id`. */
  id: Type.String(),
  type: Type.String(),
  state: oneOf(deliveryStates),
  created_at: Instant,
  attempts: Type.Integer(),
  /** HTTP status of the last response; null if no response arrived. */
  status: nullable(Type.Integer()),
  duration_ms: nullable(Type.Integer()),
  error: nullable(Type.String()),
  /** When the next attempt is due; null: immediately, or never. */
  next_at: nullable(Instant),
  ended_at: nullable(Instant),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;
export const WebhookDeliveryPage = Type.Object({ data: Type.Array(WebhookDelivery), pagination: Pagination });
export type WebhookDeliveryPage = Static<typeof WebhookDeliveryPage>;
