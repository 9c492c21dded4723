import type { IssuedWebhook, Webhook, WebhookBody } from '../../../contract/entities/webhook.ts';
import { webhooks as t } from '../../../contract/messages/webhooks.ts';
import { deskOf } from '../support/desk.ts';
import { toFailure } from '../support/failure.ts';

/** `issued`: a receiver with its new secret, shown until the list is loaded again. */
export type WebhooksContent = Readonly<{ webhooks: readonly Webhook[]; issued: IssuedWebhook | null }>;
/** `edited` is null for a new receiver. */
export type WebhookForm = Readonly<{ edited: Webhook | null }>;
export type WebhookStep =
  | Readonly<{ kind: 'save'; edited: Webhook | null; body: WebhookBody }>
  | Readonly<{ kind: 'test' | 'rotate' | 'remove'; webhook: Webhook }>;

const fallbacks = { save: t.saveFailed, test: t.testFailed, rotate: t.rotateFailed, remove: t.removeFailed } as const;
const withIssued = (webhooks: readonly Webhook[], { webhook }: IssuedWebhook): readonly Webhook[] =>
  webhooks.some(({ id }) => id === webhook.id) ? webhooks.map((item) => (item.id === webhook.id ? webhook : item)) : [...webhooks, webhook];

/**
 * Receivers of the company's events (decisions 4.14).
 * Normal path: loading → shown → asking → saving → shown with the secret → loading; replacing a secret and deleting are confirmed first.
 * Never: show a secret after its dialog was closed, or take another step before that.
 */
export const webhooksMachine = deskOf<WebhooksContent, WebhookStep, IssuedWebhook | null, WebhookForm>()({
  id: 'webhooks',
  canTake: ({ issued }, { kind }, form) => issued === null && (kind === 'save') === (form !== null),
  canOpen: ({ issued }) => issued === null,
  mustConfirm: ({ kind }) => kind === 'remove' || kind === 'rotate',
  toContent: (issued, { webhooks }) => (issued === null ? null : { webhooks: withIssued(webhooks, issued), issued }),
  describeFailure: (error, step) => toFailure({ error, fallback: step ? fallbacks[step.kind] : t.loadFailed }).message,
});
