import type { Channel, ChannelBody } from '../../../contract/entities/channel.ts';
import { channelsMachine } from '../../../src/machines/notifications/channels.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

export const channel: Channel = {
  id: '4',
  name: 'Events',
  address: 'hooks.slack.com/…WXYZ',
  topics: ['events'],
  readers: ['admin'],
  problem: null,
  off_at: null,
};
export const body: ChannelBody = {
  name: 'Operations',
  address: 'https://hooks.slack.com/services/T1/B1/x',
  topics: ['events'],
  readers: ['admin'],
};
export const refused = {
  status: 422,
  data: { code: 'form_refused', message: 'Choose at least one topic', errors: { topics: 'Choose at least one topic' } },
};
export const notDelivered = { status: 409, data: { message: 'The test message was not delivered: no_service' } };

export const channelsCases = deskCasesOf<typeof channelsMachine>({
  parts: ['form', 'confirm', 'again', 'dismiss'],
  machine: channelsMachine,
  inputs: [undefined],
  cases: {
    'form.open': [{ form: { edited: null } }, { form: { edited: channel } }],
    'form.close': [{}],
    'step.submit': ({ context: { form } }) => [
      { step: { kind: 'save', edited: null, ...form, body } },
      { step: { kind: 'test', channel } },
      { step: { kind: 'remove', channel } },
    ],
    'xstate.done.actor.load': [{ output: [channel] }],
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.confirm': [{ output: true }, { output: false }],
    'xstate.error.actor.confirm': [{ error: {} }],
    'xstate.done.actor.save': [{ output: channel }],
    'xstate.error.actor.save': [{ error: refused }, { error: notDelivered }],
  },
  project: ({ content, step, form, error }) => [content?.length, step?.kind, form?.edited?.id, form !== null, error],
});
