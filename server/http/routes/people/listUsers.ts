import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { UserPage } from '../../../../contract/entities/people.ts';
import { roles } from '../../../../contract/entities/user.ts';
import { listUsers as list } from '../../../domain/people/listUsers.ts';
import type { Route } from '../../app.types.ts';
import { answers, limitParameter, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  role: Type.Optional(oneOf(roles)),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  cursor: Type.Optional(Type.String({ maxLength: 4096 })),
  limit: Type.Optional(limitParameter(500)),
});

/** spec 7.13; `users-pages`. */
export const listUsersRoute: Route = (app, services) => {
  app.get(
    '/api/v1/users',
    {
      config: { permission: 'user:list' },
      schema: {
        operationId: 'listUsers',
        summary: 'People, by name',
        tags: ['users'],
        querystring: Query,
        response: answers({ 200: UserPage }),
      },
    },
    (request) => {
      const { limit, ...query } = request.query;
      return list(services, principalIn(request).actor, { ...query, ...(limit === undefined ? {} : { limit: Number(limit) }) });
    },
  );
};
