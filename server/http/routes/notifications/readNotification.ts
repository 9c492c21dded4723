import { Notification } from '../../../../contract/entities/notification.ts';
import { notFoundProblem } from '../../../domain/shared/problem.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** spec 7.25, 4.04: only the user's own; another user's is 404. */
export const readNotificationRoute: Route = (app, { store, clock }) => {
  app.put(
    '/api/v1/notifications/:id/read',
    {
      config: { permission: 'notification:read' },
      schema: {
        operationId: 'readNotification',
        summary: 'Mark a notification as read',
        tags: ['notifications'],
        params: idParams,
        response: answers({ 200: Notification }),
      },
    },
    async (request) => {
      const id = rowId(request.params.id);
      const notification = id === null ? undefined : await store.notifications.markRead(id, principalIn(request).userId, clock());
      if (!notification) throw notFoundProblem('notification');
      return notification;
    },
  );
};
