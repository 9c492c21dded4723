import { readProvisioned } from '../../../domain/scim/changeScimUser.ts';
import { etagOf } from '../../../domain/scim/userResource.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { callerIn, scimUserRoute, sendUser } from './scimRequest.ts';

/** RFC 7644, 3.4.1 */
export const getScimUserRoute: Route = (app, services) => {
  app.get('/Users/:id', scimUserRoute, async (request, reply) => {
    callerIn(request);
    const row = await readProvisioned(services, rowId(request.params.id));
    if (request.headers['if-none-match'] === etagOf(row)) return reply.code(304).header('etag', etagOf(row)).send();
    return sendUser(services, request, reply, row);
  });
};
