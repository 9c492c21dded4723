import type { SnapshotFrom } from 'xstate';
import { type Notification, notificationColors, notificationIcons } from '../../../contract/entities/notification.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { notificationsMenuMachine } from '../../machines/shell/notificationsMenu.machine.ts';
import { formatInstantMonthDay } from '../../ui/display/formatInstant.ts';

type Snapshot = Pick<SnapshotFrom<typeof notificationsMenuMachine>, 'matches' | 'context'>;

/** spec 9.03: "99+" above 99, null for zero. */
export const formatBadge = (unread: number): string | null => {
  if (unread <= 0) return null;
  return unread > limits.notifications.badgeCap ? `${limits.notifications.badgeCap}+` : String(unread);
};

const toItem = ({ id, title, message, created_at, read, type, priority, link }: Notification) => ({
  id,
  title,
  message,
  date: formatInstantMonthDay(created_at),
  unread: !read,
  icon: notificationIcons[type] ?? notificationIcons.other,
  colour: notificationColors[priority] ?? notificationColors.other,
  link: typeof link === 'string' && link.startsWith('/') && !link.startsWith('//') ? link : null,
});
export type NotificationItem = ReturnType<typeof toItem>;

/** Maps the machine's snapshot to the bell and its dropdown. */
export const connectNotifications = (snapshot: Snapshot) => ({
  badge: formatBadge(snapshot.context.unread),
  label:
    snapshot.context.unread > 0
      ? `${messages.menu.notifications}: ${fill(messages.notifications.unread, { count: snapshot.context.unread })}`
      : messages.menu.notifications,
  open: !snapshot.matches({ menu: 'closed' }),
  loading: snapshot.matches({ menu: 'loading' }) || snapshot.matches({ marks: 'marking' }),
  failed: snapshot.matches({ menu: 'failed' }) ? snapshot.context.error : null,
  empty: snapshot.matches({ menu: 'shown' }) && snapshot.context.items.length === 0,
  items: snapshot.context.items.slice(0, limits.notifications.items).map(toItem),
});
export type NotificationsView = ReturnType<typeof connectNotifications>;
