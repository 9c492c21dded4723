import { type Static, Type } from 'typebox';
import type { Severity } from './commission.ts';
import { Id, Instant, nullable, oneOf, Pagination } from './common.ts';

export const notificationTypes = ['commission', 'payment', 'quota', 'deal', 'system', 'other'] as const;
export const notificationPriorities = ['critical', 'high', 'medium', 'other'] as const;
export type NotificationType = (typeof notificationTypes)[number];
export type NotificationPriority = (typeof notificationPriorities)[number];

/** spec 2.22: icon by type (primeicons names), color by priority. */
export const notificationIcons: Readonly<Record<NotificationType, string>> = {
  commission: 'dollar',
  payment: 'credit-card',
  quota: 'chart-line',
  deal: 'briefcase',
  system: 'cog',
  other: 'bell',
};
export const notificationColors: Readonly<Record<NotificationPriority, Severity>> = {
  critical: 'danger',
  high: 'warning',
  medium: 'info',
  other: 'secondary',
};

/** spec 3.04; `link` is our addition. */
export const Notification = Type.Object({
  id: Id,
  type: oneOf(notificationTypes),
  priority: oneOf(notificationPriorities),
  title: Type.String(),
  message: Type.String(),
  read: Type.Boolean(),
  created_at: Instant,
  link: Type.Optional(nullable(Type.String())),
});
export type Notification = Static<typeof Notification>;
/** spec 7.24; `pagination` is not in the specification. */
export const NotificationPage = Type.Object({ data: Type.Array(Notification), pagination: Pagination });
export type NotificationPage = Static<typeof NotificationPage>;
/** Number of notifications marked. */
export const MarkedNotifications = Type.Object({ count: Type.Integer() });
export const UnreadCount = Type.Object({ count: Type.Integer() });
