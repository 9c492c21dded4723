import { Type } from 'typebox';
import { NotificationList } from '../../../../contract/entities/notification.ts';
import { limits } from '../../../../contract/limits.ts';
import type { Route } from '../../app.types.ts';
import { answers, limitParameter, queryOf } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryOf({ limit: Type.Optional(limitParameter(50)) });

/** spec 7.24 */
export const listNotifications: Route = (app, { store }) => {
  app.get(
    '/api/v1/notifications',
    {
      config: { permission: 'notification:read' },
      schema: {
        operationId: 'listNotifications',
        summary: 'Your newest notifications',
        tags: ['notifications'],
        querystring: Query,
        response: answers({ 200: NotificationList }),
      },
    },
    async (request) => ({
      data: await store.notifications.newest(principalIn(request).userId, Number(request.query.limit ?? limits.notifications.items)),
    }),
  );
};
