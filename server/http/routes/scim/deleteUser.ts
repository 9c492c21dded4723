import { removeScimUser } from '../../../domain/scim/changeScimUser.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { callerIn, expectedOf, scimUserRoute } from './scimRequest.ts';

/** RFC 7644, 3.6; the account is deactivated, because pay refers to the person (decisions 4.03, 4.17). */
export const deleteScimUserRoute: Route = (app, services) => {
  app.delete('/Users/:id', scimUserRoute, async (request, reply) => {
    await removeScimUser(services, callerIn(request), { id: rowId(request.params.id), expected: expectedOf(request) });
    return reply.code(204).send();
  });
};
