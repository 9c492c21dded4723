import { UnreadCount } from '../../../../contract/entities/notification.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** decisions 5.01: the unread count shown on the bell. */
export const countUnreadRoute: Route = (app, { store, clock }) => {
  app.get(
    '/api/v1/notifications/unread-count',
    {
      config: { permission: 'notification:read' },
      schema: {
        operationId: 'countUnread',
        summary: 'Count your unread notifications',
        tags: ['notifications'],
        response: answers({ 200: UnreadCount }),
      },
    },
    async (request) => ({ count: await store.notifications.countUnread(principalIn(request).userId, clock()) }),
  );
};
