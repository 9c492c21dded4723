import type { Generated } from 'kysely';
import type { Channel } from '../../../contract/entities/channel.ts';
import type { NotificationPriority, NotificationType } from '../../../contract/entities/notification.ts';
import type { Role } from '../../../contract/entities/user.ts';
import type { InstantColumn, Json, Maybe, WithDefault } from './columns.ts';

export interface NotificationsTable {
  id: Generated<number>;
  user_id: number;
  type: NotificationType;
  priority: NotificationPriority;
  title: string;
  message: string;
  link: string | null;
  dedupe_key: string | null;
  read_at: InstantColumn | null;
  created_at: WithDefault<InstantColumn>;
  /** True if an email about it was written. */
  mailed: WithDefault<boolean>;
}

export interface ChannelsTable {
  id: Generated<number>;
  user_id: Maybe<number>;
  name: string;
  address_hint: string;
  topics: Json<Channel['topics']>;
  readers: Json<Role[]>;
  problem: Maybe<string>;
  off_at: Maybe<InstantColumn>;
  next_at: InstantColumn;
  created_at: WithDefault<InstantColumn>;
}

export interface ChannelNoticesTable {
  channel_id: number;
  dedupe_key: string;
}

export interface NotificationsTables {
  channels: ChannelsTable;
  channel_notices: ChannelNoticesTable;
  notifications: NotificationsTable;
}
