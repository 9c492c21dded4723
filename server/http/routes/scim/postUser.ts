import { createScimUser } from '../../../domain/scim/createScimUser.ts';
import type { Route } from '../../app.types.ts';
import { callerIn, scimRoute, sendUser } from './scimRequest.ts';

/** RFC 7644, 3.3 */
export const postScimUserRoute: Route = (app, services) => {
  app.post('/Users', scimRoute, async (request, reply) => {
    const row = await createScimUser(services, callerIn(request), request.body);
    return sendUser(services, request, reply.code(201), row);
  });
};
