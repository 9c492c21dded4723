import { resourceTypesOf, schemasOf, serviceProviderConfigOf } from '../../../domain/scim/discovery.ts';
import { listResponseOf } from '../../../domain/scim/listResponse.ts';
import { notFoundProblem } from '../../../domain/shared/problem.ts';
import type { Route } from '../../app.types.ts';
import { baseUrlOf, callerIn, scimRoute, scimUserRoute } from './scimRequest.ts';

const findById = <Resource extends Readonly<{ id: string }>>(resources: readonly Resource[], id: string): Resource => {
  const resource = resources.find((candidate) => candidate.id === id);
  if (!resource) throw notFoundProblem('address');
  return resource;
};

/** RFC 7644, 4: what this service supports. */
export const discoveryRoutes: Route = (app, services) => {
  app.get('/ServiceProviderConfig', scimRoute, async (request) => {
    callerIn(request);
    return serviceProviderConfigOf(baseUrlOf(services, request));
  });
  for (const [path, read] of [
    ['/ResourceTypes', resourceTypesOf],
    ['/Schemas', schemasOf],
  ] as const) {
    app.get(path, scimRoute, async (request) => {
      callerIn(request);
      return listResponseOf(read(baseUrlOf(services, request)));
    });
    app.get(`${path}/:id`, scimUserRoute, async (request) => {
      callerIn(request);
      return findById<{ id: string }>(read(baseUrlOf(services, request)), request.params.id);
    });
  }
};
