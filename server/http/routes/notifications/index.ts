import type { Route } from '../../app.types.ts';
import { channelsRoute } from './channels.ts';
import { countUnreadRoute } from './countUnread.ts';
import { listMailFailuresRoute } from './listMailFailures.ts';
import { listNotificationsRoute } from './listNotifications.ts';
import { readAllNotificationsRoute } from './readAllNotifications.ts';
import { readNotificationRoute } from './readNotification.ts';
import { retryMailRoute } from './retryMail.ts';

export const notificationsRoutes: readonly Route[] = [
  channelsRoute,
  countUnreadRoute,
  listMailFailuresRoute,
  listNotificationsRoute,
  readAllNotificationsRoute,
  readNotificationRoute,
  retryMailRoute,
];
