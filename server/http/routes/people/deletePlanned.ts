import { Type } from 'typebox';
import { Id, oneOf } from '../../../../contract/entities/common.ts';
import { withdrawPlanned } from '../../../domain/people/withdrawPlanned.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const Params = Type.Object({ id: Id, field: oneOf(['role', 'manager', 'territory']), day: DateParameter }, { additionalProperties: false });

/** `people-dates`: withdraws a planned change of role, manager or territory. */
export const deletePlannedRoute: Route = (app, services) => {
  app.delete(
    '/api/v1/users/:id/planned/:field/:day',
    {
      config: { permission: 'user:manage' },
      schema: {
        operationId: 'deletePlanned',
        summary: 'Withdraw a planned role, manager or territory',
        tags: ['users'],
        params: Params,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      const { id, field, day } = request.params;
      await withdrawPlanned(services, principalIn(request), rowId(id), { field, day }, originOf(request));
      return reply.code(204).send(null);
    },
  );
};
