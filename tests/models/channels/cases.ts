import type { Channel, ChannelBody } from '../../../contract/entities/channel.ts';
import { channelsMachine } from '../../../src/machines/notifications/channels.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const channel: Channel = {
  id: '4',
  name: 'Events',
  address: 'hooks.slack.com/…WXYZ',
  topics: ['events'],
  readers: ['admin'],
  problem: null,
  off_at: null,
};
export const body: ChannelBody = { name: 'Operations', address: '', topics: ['events'], readers: ['admin'] };
export const refused = {
  status: 422,
  data: { code: 'form_refused', message: 'Choose at least one topic', errors: { topics: 'Choose at least one topic' } },
};

export const channelsCases: MachineCases<typeof channelsMachine> = {
  machine: channelsMachine,
  inputs: [undefined],
  cases: {
    'channels.retry': [{}],
    'error.dismiss': [{}],
    'channel.add': [{}],
    'channel.change': [{ channel }],
    'channel.test': [{ channel }],
    'channel.remove': [{ channel }],
    'form.submit': [{ body }],
    'close.ask': [{ dirty: true }, { dirty: false }],
    'close.confirmed': [{}],
    'xstate.done.actor.loadChannels': [{ output: [channel] }],
    'xstate.error.actor.loadChannels': [{ error: { status: 500 } }],
    'xstate.done.actor.saveChannel': [{ output: channel }],
    'xstate.error.actor.saveChannel': [{ error: refused }],
    'xstate.done.actor.testChannel': [{ output: undefined }],
    'xstate.error.actor.testChannel': [{ error: { status: 409, data: { message: 'The test message was not delivered: no_service' } } }],
    'xstate.done.actor.askRemove': [{ output: true }, { output: false }],
    'xstate.error.actor.askRemove': [{ error: {} }],
    'xstate.done.actor.removeChannel': [{ output: undefined }],
    'xstate.error.actor.removeChannel': [{ error: { status: 500 } }],
  },
  project: ({ channels, chosen, error }) => [channels.length, chosen?.id, error],
};
