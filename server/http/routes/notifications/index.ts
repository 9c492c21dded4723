import type { Route } from '../../app.types.ts';
import { channels } from './channels.ts';
import { countUnread } from './countUnread.ts';
import { listMailFailures } from './listMailFailures.ts';
import { listNotifications } from './listNotifications.ts';
import { readAllNotifications } from './readAllNotifications.ts';
import { readNotification } from './readNotification.ts';
import { retryMail } from './retryMail.ts';

export const notificationsRoutes: readonly Route[] = [
  channels,
  countUnread,
  listMailFailures,
  listNotifications,
  readAllNotifications,
  readNotification,
  retryMail,
];
