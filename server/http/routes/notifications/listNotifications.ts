import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { NotificationPage, notificationTypes } from '../../../../contract/entities/notification.ts';
import { limits } from '../../../../contract/limits.ts';
import { listNotices } from '../../../domain/notifications/listNotices.ts';
import type { Route } from '../../app.types.ts';
import { answers, limitParameter, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Day = Type.String({ maxLength: 10, description: 'a date, as YYYY-MM-DD' });
const Query = queryParameters({
  limit: Type.Optional(limitParameter(limits.list.maxLimit)),
  unread: Type.Optional(oneOf(['true', 'false'])),
  type: Type.Optional(oneOf(notificationTypes)),
  start_date: Type.Optional(Day),
  end_date: Type.Optional(Day),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,2000}$', description: 'a cursor of this list' })),
});

/** spec 7.24; filters and pages are announced as `notifications-page` (decisions 5.01). */
export const listNotificationsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/notifications',
    {
      config: { permission: 'notification:read' },
      schema: {
        operationId: 'listNotifications',
        summary: 'Your notifications, the newest first',
        tags: ['notifications'],
        querystring: Query,
        response: answers({ 200: NotificationPage }),
      },
    },
    (request) => {
      const limit = Number(request.query.limit ?? limits.notifications.items);
      return listNotices(services, principalIn(request).userId, { ...request.query, limit });
    },
  );
};
