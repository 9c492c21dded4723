import type { Channel } from '../../../contract/entities/channel.ts';
import { messages } from '../../../contract/messages.ts';

const names = { ...messages.notificationsPage.types, ...messages.channelDesk.topicNames };

/** Name of a topic of the company's channels, or of a type of notices. */
export const topicName = (topic: Channel['topics'][number]): string => names[topic];
