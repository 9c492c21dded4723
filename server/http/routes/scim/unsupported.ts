import { messages } from '../../../../contract/messages.ts';
import { listResponseOf } from '../../../domain/scim/listResponse.ts';
import { notFoundProblem, Problem } from '../../../domain/shared/problem.ts';
import type { Route } from '../../app.types.ts';
import { callerIn, queryOf, scimRoute } from './scimRequest.ts';

const unsupported = (): Problem => new Problem(501, 'unsupported', messages.scim.unsupported);

/** Without it, the web app's file server would answer unknown paths in its own form. */
const answerUnknownPath = (): never => {
  throw notFoundProblem('address');
};

/** Identity providers ask for groups before they know that this service has none (decisions 4.17). */
export const unsupportedRoutes: Route = (app) => {
  app.get('/Groups', scimRoute, async (request) => {
    callerIn(request);
    queryOf(request);
    return listResponseOf([]);
  });
  for (const [method, url] of [
    ['POST', '/Groups'],
    ['GET', '/Groups/:id'],
    ['PUT', '/Groups/:id'],
    ['PATCH', '/Groups/:id'],
    ['DELETE', '/Groups/:id'],
    ['POST', '/Bulk'],
    ['POST', '/Users/.search'],
    ['GET', '/Me'],
  ] as const)
    app.route({
      method,
      url,
      ...scimRoute,
      handler: async (request) => {
        callerIn(request);
        throw unsupported();
      },
    });
  app.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url: '/*', ...scimRoute, handler: answerUnknownPath });
};
