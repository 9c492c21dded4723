import type { MailRow } from '../db/repositories/mail/outbox.ts';
import type { Repositories } from '../db/repositories/store.ts';
import { CHANNEL_PACE_MS, deliverToChannel, hasNewAddress } from '../domain/notifications/channelDelivery.ts';
import type { ChannelServices } from '../domain/notifications/channelMessages.ts';
import { channelMessageOf } from '../domain/notifications/channelText.ts';
import { switchOffChannel } from '../domain/notifications/switchOffChannel.ts';
import { plusMs } from '../domain/shared/clock.ts';
import type { LaneWorker } from '../jobs/lane.ts';
import { createOutboxSender, type OutboxSenderOptions, type SendFailure } from './outboxSender.ts';

export type ChannelSenderOptions = Omit<OutboxSenderOptions, 'channel' | 'store'> & Pick<ChannelServices, 'store' | 'vault' | 'outside'>;

const channelIn = ({ id, channel_id }: MailRow): number => {
  if (channel_id === null) throw new Error(`the message ${id} has no channel`);
  return channel_id;
};

/**
 * Locks the channel before the message, in the same order as channel changes. A response from a replaced address says nothing about the
 * current one.
 */
const lockChannel = async (tx: Repositories, mail: MailRow, failure: SendFailure | null): Promise<SendFailure | null> => {
  const id = channelIn(mail);
  await tx.channels.lock(id);
  if (failure?.addressVersion === undefined || !(await hasNewAddress(tx, id, failure.addressVersion))) return failure;
  return { kind: 'outdated', reason: failure.reason, waitMs: 0 };
};

/** Posts the outbox's messages to incoming webhooks, at most one per second to each. */
export const createChannelSender = ({ vault, outside, ...options }: ChannelSenderOptions): LaneWorker => {
  const post = (mail: MailRow): Promise<SendFailure | null> => {
    const { subject, body, link, more } = mail;
    const text = channelMessageOf([{ subject, body, link }, ...more], outside.publicUrl);
    return deliverToChannel({ store: options.store, vault, outside }, channelIn(mail), text);
  };

  return createOutboxSender({
    ...options,
    channel: {
      lockNext: async ({ channels, outbox }, now) => {
        await channels.dropOfInactive();
        return outbox.lockNextMessage(now);
      },
      deliver: post,
      lockOutcome: lockChannel,
      onClaimed: ({ tx, mail, at: now }) => tx.channels.change(channelIn(mail), { next_at: plusMs(now, CHANNEL_PACE_MS).toISOString() }),
      onSent: ({ tx, mail }) => tx.channels.change(channelIn(mail), { problem: null }),
      onDelayed: async ({ tx, mail, reason, sendAt, kind }) => {
        if (kind !== 'outdated') await tx.channels.change(channelIn(mail), { problem: reason, next_at: sendAt.toISOString() });
      },
      onFailed: async ({ tx, mail, reason, kind, at: now }) => {
        if (kind === 'outdated') return;
        if (kind === 'message') await tx.channels.change(channelIn(mail), { problem: reason });
        else await switchOffChannel(tx, channelIn(mail), reason, now);
      },
    },
  });
};
