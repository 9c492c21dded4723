import type { WebhookDelivery, WebhookDeliveryPage } from '../../../contract/entities/webhook.ts';
import { webhookLogMachine } from '../../../src/machines/webhooks/webhookLog.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

export const delivery: WebhookDelivery = {
  id: 'msg_7',
  type: 'payout.completed',
  state: 'failed',
  created_at: '2026-11-01T12:00:00.000Z',
  attempts: 10,
  status: 500,
  duration_ms: 21,
  error: 'The receiver answered 500.',
  next_at: null,
  ended_at: '2026-11-04T12:00:00.000Z',
};
export const waiting: WebhookDelivery = { ...delivery, id: 'msg_8', state: 'queued', ended_at: null, next_at: '2026-11-04T12:00:00.000Z' };
export const earlier: WebhookDeliveryPage = {
  data: [{ ...delivery, id: 'msg_1' }],
  pagination: { cursor: null, limit: 25, total: null },
};
export const refused = { status: 422, data: { message: 'Refused' } };
export const gone = { status: 409, data: { message: 'This webhook is switched off. Switch it on first.' } };

export const webhookLogCases = deskCasesOf<typeof webhookLogMachine>({
  parts: ['newest', 'again', 'dismiss'],
  machine: webhookLogMachine,
  inputs: [undefined],
  cases: {
    'step.submit': ({ context: { content } }) => [
      { step: { kind: 'replay', delivery } },
      { step: { kind: 'replay', delivery: waiting } },
      ...(content?.cursor ? [{ step: { kind: 'more', cursor: content.cursor } as const }] : []),
    ],
    'xstate.done.actor.load': [{ output: { deliveries: [waiting, delivery], cursor: 'next' } }],
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.save': ({ context: { step } }) => [{ output: step?.kind === 'more' ? earlier : null }],
    'xstate.error.actor.save': [{ error: refused }, { error: gone }],
  },
  project: ({ content, step, error }) => [content?.deliveries.length, content?.cursor, step?.kind, error],
});
