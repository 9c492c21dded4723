import { etagOf } from '../../../domain/scim/userResource.ts';
import { notFoundProblem } from '../../../domain/shared/problem.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { callerIn, scimUserRoute, sendUser } from './scimRequest.ts';

/** RFC 7644, 3.4.1 */
export const getScimUserRoute: Route = (app, services) => {
  app.get('/Users/:id', scimUserRoute, async (request, reply) => {
    callerIn(request);
    const id = rowId(request.params.id);
    const row = id === null ? undefined : await services.store.provisioned.byId(id);
    if (!row) throw notFoundProblem('user');
    if (request.headers['if-none-match'] === etagOf(row)) return reply.code(304).header('etag', etagOf(row)).send();
    return sendUser(services, request, reply, row);
  });
};
