import type { Generated } from 'kysely';
import type { NotificationPriority, NotificationType } from '../../../contract/entities/notification.ts';
import type { Instant, WithDefault } from './columns.ts';

export interface NotificationsTable {
  id: Generated<number>;
  user_id: number;
  type: NotificationType;
  priority: NotificationPriority;
  title: string;
  message: string;
  link: string | null;
  dedupe_key: string | null;
  read_at: Instant | null;
  created_at: WithDefault<Instant>;
  /** An email about it was written. */
  mailed: WithDefault<boolean>;
}

export interface NotificationsTables {
  notifications: NotificationsTable;
}
