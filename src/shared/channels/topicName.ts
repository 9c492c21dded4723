import type { Channel } from '../../../contract/entities/channel.ts';
import { messages } from '../../../contract/messages.ts';

const names = { ...messages.notificationsPage.types, ...messages.channelDesk.topicNames };

/** The name of a company topic or of a notification type. */
export const getTopicName = (topic: Channel['topics'][number]): string => names[topic];
