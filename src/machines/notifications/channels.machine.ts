import type { Channel, ChannelBody } from '../../../contract/entities/channel.ts';
import { channelDesk as t } from '../../../contract/messages/channelDesk.ts';
import { deskOf } from '../support/desk.ts';
import { toFailure } from '../support/failure.ts';

/** `edited` is null for a new channel. */
export type ChannelForm = Readonly<{ edited: Channel | null }>;
export type ChannelStep =
  | Readonly<{ kind: 'save'; edited: Channel | null; body: ChannelBody }>
  | Readonly<{ kind: 'test' | 'remove'; channel: Channel }>;

const fallbacks = { save: t.saveFailed, test: t.testFailed, remove: t.removeFailed } as const;

/**
 * Slack channels that notifications go to: the user's, or the company's (decisions 5.03).
 * Normal path: loading → shown → asking → saving → loading; a test needs no form, and deleting is confirmed first.
 * Never: close the form before the server responds, or delete a channel without confirmation.
 */
export const channelsMachine = deskOf<readonly Channel[], ChannelStep, Channel | null, ChannelForm>()({
  id: 'channels',
  canTake: (_, { kind }, form) => (kind === 'save') === (form !== null),
  mustConfirm: ({ kind }) => kind === 'remove',
  describeFailure: (error, step) => toFailure({ error, fallback: step ? fallbacks[step.kind] : t.loadFailed }).message,
});
