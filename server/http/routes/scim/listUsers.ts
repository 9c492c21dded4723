import { listScimUsers } from '../../../domain/scim/listScimUsers.ts';
import type { Route } from '../../app.types.ts';
import { baseUrlOf, callerIn, queryOf, scimRoute } from './scimRequest.ts';

/** RFC 7644, 3.4.2 */
export const listScimUsersRoute: Route = (app, services) => {
  app.get('/Users', scimRoute, async (request) => {
    callerIn(request);
    return listScimUsers(services, queryOf(request), baseUrlOf(services, request));
  });
};
