import { MarkedNotifications } from '../../../../contract/entities/notification.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** `notifications-page`, decisions 5.01: only the user's own. */
export const readAllNotificationsRoute: Route = (app, { store, clock }) => {
  app.put(
    '/api/v1/notifications/read-all',
    {
      config: { permission: 'notification:read' },
      schema: {
        operationId: 'readAllNotifications',
        summary: 'Mark all your notifications as read',
        tags: ['notifications'],
        response: answers({ 200: MarkedNotifications }),
      },
    },
    async (request) => ({ count: await store.notifications.markAllRead(principalIn(request).userId, clock()) }),
  );
};
