import type { ChannelTopic } from '../../entities/channel.ts';
import type { Role } from '../../entities/user.ts';
import { type Permission, rolesWith } from '../../permissions.ts';

/** The permission to read every item of a topic, which all readers of a channel must have (decisions 3.08). */
const permissionOf: Readonly<Record<ChannelTopic, Permission>> = {
  events: 'event:read',
  deals: 'deal:read',
  invoices: 'invoice:read',
  connections: 'integration:manage',
  months: 'period:read',
};

/** Roles that may read everything of a topic. */
export const readersOf = (topic: ChannelTopic): Role[] => rolesWith(permissionOf[topic]);

/** True if all of these readers may read everything of the topic. */
export const canCarry = (topic: ChannelTopic, readers: readonly Role[]): boolean =>
  readers.length > 0 && readers.every((role) => readersOf(topic).includes(role));
