import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from './notify.ts';

/** Switches a channel off, drops its queued messages, and tells its owner or the administrators why. */
export const switchOffChannel = async (tx: Repositories, id: number, reason: string, at: Date): Promise<void> => {
  const channel = await tx.channels.lock(id);
  if (!channel || channel.off_at !== null) return;
  await tx.channels.change(id, { off_at: at.toISOString(), problem: reason });
  await tx.channels.dropWaiting(id);
  const isCompany = channel.user_id === null;
  const subject = { kind: 'channel', id, page: isCompany ? '/admin/settings?tab=channels' : '/settings' } as const;
  const to = channel.user_id === null ? await tx.periods.peopleOf(['admin']) : [channel.user_id];
  const words = { channel: channel.name, reason };
  await notify(tx, 'channelOff', { subject, occurrence: `off:${at.toISOString()}`, words }, { to, at });
};
