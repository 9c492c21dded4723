import { Type } from 'typebox';
import { Territories } from '../../../../contract/entities/settings.ts';
import { addTerritory, listTerritories, removeTerritory } from '../../../domain/settings/territories.ts';
import type { Route } from '../../app.types.ts';
import { answers, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'settings:manage' } as const;
const tags = ['settings'];
/** The form refuses longer names with its own message. */
const Name = Type.Object({ name: Type.String({ maxLength: 2000 }) }, { additionalProperties: false });

/** `territories`: those that administrators add to the specified five (decisions 4.10). */
export const territoriesRoute: Route = (app, services) => {
  app.get(
    '/api/v1/settings/territories',
    {
      config,
      schema: { operationId: 'listTerritories', summary: 'Territories of the company', tags, response: answers({ 200: Territories }) },
    },
    () => listTerritories(services),
  );
  app.post(
    '/api/v1/settings/territories',
    {
      config,
      schema: {
        operationId: 'addTerritory',
        summary: 'Add a territory',
        tags,
        body: Name,
        response: answers({ 201: Territories }),
      },
    },
    async (request, reply) => reply.code(201).send(await addTerritory(services, principalIn(request), request.body, originOf(request))),
  );
  app.delete(
    '/api/v1/settings/territories',
    {
      config,
      schema: {
        operationId: 'removeTerritory',
        summary: 'Remove an added territory that nobody has',
        tags,
        querystring: Name,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await removeTerritory(services, principalIn(request), request.query.name, originOf(request));
      return reply.code(204).send(null);
    },
  );
};
