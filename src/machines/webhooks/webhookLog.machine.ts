import type { WebhookDelivery, WebhookDeliveryPage } from '../../../contract/entities/webhook.ts';
import { webhooks as t } from '../../../contract/messages/webhooks.ts';
import { deskOf } from '../support/desk.ts';
import { toFailure } from '../support/failure.ts';

export type WebhookLogContent = Readonly<{ deliveries: readonly WebhookDelivery[]; cursor: string | null }>;
export type WebhookLogStep = Readonly<{ kind: 'more'; cursor: string }> | Readonly<{ kind: 'replay'; delivery: WebhookDelivery }>;

const fallbacks = { more: t.loadFailed, replay: t.replayFailed } as const;

/**
 * Deliveries to one receiver, newest first (decisions 4.14).
 * Normal path: loading → shown → saving → shown with earlier ones; repeating a delivery reloads the log.
 * Never: repeat a delivery that has not ended.
 */
export const webhookLogMachine = deskOf<WebhookLogContent, WebhookLogStep, WebhookDeliveryPage | null>()({
  id: 'webhookLog',
  canTake: ({ cursor }, step) => (step.kind === 'more' ? step.cursor === cursor : step.delivery.ended_at !== null),
  toContent: (page, { deliveries }) => page && { deliveries: [...deliveries, ...page.data], cursor: page.pagination.cursor },
  describeFailure: (error, step) => toFailure({ error, fallback: step ? fallbacks[step.kind] : t.loadFailed }).message,
});
