import { patchScimUser, replaceScimUser } from '../../../domain/scim/changeScimUser.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { callerIn, expectedOf, scimUserRoute, sendUser } from './scimRequest.ts';

/** RFC 7644, 3.5 */
export const changeScimUserRoutes: Route = (app, services) => {
  for (const [method, change] of [
    ['PUT', replaceScimUser],
    ['PATCH', patchScimUser],
  ] as const)
    app.route({
      method,
      url: '/Users/:id',
      ...scimUserRoute,
      handler: async (request, reply) => {
        const { id } = request.params;
        const row = await change(services, callerIn(request), { id: rowId(id), body: request.body, expected: expectedOf(request) });
        return sendUser(services, request, reply, row);
      },
    });
};
