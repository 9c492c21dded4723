import type { Route } from '../../app.types.ts';
import { countUnread } from './countUnread.ts';
import { listNotifications } from './listNotifications.ts';
import { readNotification } from './readNotification.ts';

export const notificationsRoutes: readonly Route[] = [countUnread, listNotifications, readNotification];
