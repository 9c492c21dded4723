import { assign, fromPromise, setup } from 'xstate';
import type { Channel, ChannelBody } from '../../../contract/entities/channel.ts';
import { channelDesk as t } from '../../../contract/messages/channelDesk.ts';
import { failureOf, fieldErrorsOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

/** `edited` null: a new one. */
export type ChannelSaving = Readonly<{ edited: Channel | null; body: ChannelBody }>;
type Context = {
  channels: readonly Channel[];
  /** The channel that is edited, tested or asked about. */
  chosen: Channel | null;
  body: ChannelBody | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events =
  | { type: 'channels.retry' }
  | { type: 'error.dismiss' }
  | { type: 'channel.add' }
  | { type: 'channel.change'; channel: Channel }
  | { type: 'channel.test'; channel: Channel }
  | { type: 'channel.remove'; channel: Channel }
  | { type: 'form.submit'; body: ChannelBody }
  | { type: 'close.ask'; dirty: boolean }
  | { type: 'close.confirmed' };

/**
 * Slack channels that notifications go to: one's own, or the company's (decisions 5.03).
 * Normal path: loading → shown → editing → saving → loading, shown → testing → loading, or shown → asking → removing → loading.
 * Never: close the form before the server answered, delete what nobody confirmed, or do two things at once.
 */
export const channelsMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'form' | 'unsaved' },
  actors: {
    loadChannels: fromPromise<readonly Channel[]>(missing('loadChannels')),
    saveChannel: fromPromise<Channel, ChannelSaving>(missing('saveChannel')),
    testChannel: fromPromise<void, { channel: Channel }>(missing('testChannel')),
    askRemove: fromPromise<boolean, { channel: Channel }>(missing('askRemove')),
    removeChannel: fromPromise<void, { channel: Channel }>(missing('removeChannel')),
  },
  guards: {
    hasError: ({ context }) => context.error !== null,
    isDirty: (_, params: { dirty: boolean }) => params.dirty,
    isAgreed: (_, params: { output: boolean }) => params.output,
  },
  actions: {
    keepChannels: assign({ channels: (_, { output }: { output: readonly Channel[] }) => output }),
    choose: assign((_, { channel }: { channel: Channel | null }) => ({ chosen: channel, body: null, error: null, fields: {} })),
    keepBody: assign((_, { body }: { body: ChannelBody }) => ({ body, error: null, fields: {} })),
    keepError: assign((_, { error, fallback }: { error: unknown; fallback: string }) => ({
      error: failureOf({ error, fallback }).message,
      fields: fieldErrorsOf(error),
    })),
    keepLoadError: assign((_, { error }: { error: unknown }) => ({ error: failureOf({ error, fallback: t.loadFailed }).message })),
    forgetError: assign({ error: null, fields: {} }),
    forgetChosen: assign({ chosen: null, body: null }),
    /** The browser's own question; a yes comes back as `close.confirmed`. */
    askDiscard: () => {},
    reportSaved: (_, _params: { output: Channel }) => {},
    reportTested: (_, _params: { channel: Channel | null }) => {},
    reportRemoved: (_, _params: { channel: Channel | null }) => {},
  },
}).createMachine({
  id: 'channels',
  context: { channels: [], chosen: null, body: null, error: null, fields: {} },
  initial: 'loading',
  states: {
    loading: {
      description: 'The channels are on their way; after a change the old ones stay on the screen.',
      invoke: {
        id: 'loadChannels',
        src: 'loadChannels',
        onDone: { target: 'shown', actions: ofEvent('keepChannels') },
        onError: { target: 'failed', actions: ofError('keepLoadError') },
      },
    },
    failed: {
      description: "The channels couldn't be loaded; the user can try again.",
      on: { 'channels.retry': { target: 'loading', actions: 'forgetError' } },
    },
    shown: {
      description: 'The channels are listed and can be added, changed, tested and deleted.',
      on: {
        'error.dismiss': { guard: 'hasError', actions: 'forgetError' },
        'channel.add': { target: 'editing', actions: { type: 'choose', params: { channel: null } } },
        'channel.change': { target: 'editing', actions: ofEvent('choose') },
        'channel.test': { target: 'testing', actions: ofEvent('choose') },
        'channel.remove': { target: 'asking', actions: ofEvent('choose') },
      },
    },
    editing: {
      description: 'The form for a channel is open; if the last save was refused, it shows the reason.',
      tags: ['form', 'unsaved'],
      on: {
        'form.submit': { target: 'saving', actions: ofEvent('keepBody') },
        'close.ask': [
          { guard: ofEvent('isDirty'), actions: 'askDiscard' },
          { target: 'shown', actions: ['forgetError', 'forgetChosen'] },
        ],
        'close.confirmed': { target: 'shown', actions: ['forgetError', 'forgetChosen'] },
      },
    },
    saving: {
      description: 'The channel is on its way to the server; the form stays open until the answer.',
      tags: ['form', 'unsaved'],
      invoke: {
        id: 'saveChannel',
        src: 'saveChannel',
        // Entered with a body only.
        input: ({ context }) => ({ edited: context.chosen, body: context.body as ChannelBody }),
        onDone: { target: 'loading', actions: [ofEvent('reportSaved'), 'forgetChosen'] },
        onError: {
          target: 'editing',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: t.saveFailed }) },
        },
      },
    },
    testing: {
      description: 'A test message is on its way to the channel.',
      invoke: {
        id: 'testChannel',
        src: 'testChannel',
        input: ({ context }) => ({ channel: context.chosen as Channel }),
        onDone: {
          target: 'loading',
          actions: [{ type: 'reportTested', params: ({ context }) => ({ channel: context.chosen }) }, 'forgetChosen'],
        },
        // A channel that did not get it says so: the list is read again under the sentence.
        onError: {
          target: 'loading',
          actions: [{ type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: t.testFailed }) }, 'forgetChosen'],
        },
      },
    },
    asking: {
      description: 'A dialog asks the user to confirm that the channel should be deleted.',
      invoke: {
        id: 'askRemove',
        src: 'askRemove',
        input: ({ context }) => ({ channel: context.chosen as Channel }),
        onDone: [
          { guard: ofEvent('isAgreed'), target: 'removing' },
          { target: 'shown', actions: 'forgetChosen' },
        ],
        onError: { target: 'shown', actions: 'forgetChosen' },
      },
    },
    removing: {
      description: 'The deletion is on its way to the server.',
      invoke: {
        id: 'removeChannel',
        src: 'removeChannel',
        input: ({ context }) => ({ channel: context.chosen as Channel }),
        onDone: {
          target: 'loading',
          actions: [{ type: 'reportRemoved', params: ({ context }) => ({ channel: context.chosen }) }, 'forgetChosen'],
        },
        onError: {
          target: 'loading',
          actions: [{ type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: t.removeFailed }) }, 'forgetChosen'],
        },
      },
    },
  },
});
