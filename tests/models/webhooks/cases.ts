import type { IssuedWebhook, Webhook, WebhookBody } from '../../../contract/entities/webhook.ts';
import { webhooksMachine } from '../../../src/machines/webhooks/webhooks.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

export const webhook: Webhook = {
  id: '4',
  name: 'Ledger',
  address: 'ledger.example.com',
  types: ['payout.completed'],
  off_at: null,
  problem: null,
  waiting: 0,
  created_at: '2026-11-01T12:00:00.000Z',
};
export const issued: IssuedWebhook = { webhook: { ...webhook, id: '5', name: 'Warehouse' }, secret: 'whsec_secret' };
export const body: WebhookBody = {
  name: 'Warehouse',
  address: 'https://warehouse.example.com/hook',
  types: ['payout.completed'],
  enabled: true,
};
export const refused = {
  status: 422,
  data: { code: 'form_refused', message: 'Choose at least one event', errors: { types: 'Choose at least one event' } },
};
export const notDelivered = { status: 409, data: { message: 'The test was not accepted: The receiver answered 400.' } };

export const webhooksCases = deskCasesOf<typeof webhooksMachine>({
  parts: ['form', 'confirm', 'newest', 'again', 'dismiss', 'reload'],
  machine: webhooksMachine,
  inputs: [undefined],
  cases: {
    'form.open': [{ form: { edited: null } }, { form: { edited: webhook } }],
    'form.close': [{}],
    'step.submit': ({ context: { form } }) => [
      ...(form ? [{ step: { kind: 'save', ...form, body } } as const] : []),
      ...(['test', 'rotate', 'remove'] as const).map((kind) => ({ step: { kind, webhook } })),
    ],
    'xstate.done.actor.load': [{ output: { webhooks: [webhook], issued: null } }],
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.confirm': [{ output: true }, { output: false }],
    'xstate.error.actor.confirm': [{ error: {} }],
    'xstate.done.actor.save': ({ context: { step } }) => [
      { output: step?.kind === 'rotate' || (step?.kind === 'save' && step.edited === null) ? issued : null },
    ],
    'xstate.error.actor.save': [{ error: refused }, { error: notDelivered }],
  },
  project: ({ content, step, form, error }) => [
    content?.webhooks.length,
    content?.issued !== null,
    step?.kind,
    form?.edited?.id,
    form !== null,
    error,
  ],
});
