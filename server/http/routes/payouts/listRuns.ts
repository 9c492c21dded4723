import { Type } from 'typebox';
import { PayoutRun, PayoutRunList } from '../../../../contract/entities/payoutRun.ts';
import { createRun, findPayoutRun, listPayoutRuns as list } from '../../../domain/payouts/payoutRuns.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'payment:manage', joins: ['payout:read'] } as const;
const tags = ['payouts'];
const Body = Type.Object(
  {
    month: Type.String({ maxLength: 7, description: 'the month, as YYYY-MM' }),
    pay_on: Type.String({ maxLength: 10, description: 'the day, as YYYY-MM-DD' }),
  },
  { additionalProperties: false },
);

/** decisions 2.16: payout runs, newest first; a single run; and a new run's proposal. */
export const listRunsRoute: Route = (app, services) => {
  const path = '/api/v1/payout-runs';
  app.get(
    path,
    { config, schema: { operationId: 'listPayoutRuns', summary: 'Payout runs', tags, response: answers({ 200: PayoutRunList }) } },
    () => list(services),
  );
  app.get(
    `${path}/:id`,
    {
      config,
      schema: { operationId: 'getPayoutRun', summary: 'One payout run', tags, params: idParams, response: answers({ 200: PayoutRun }) },
    },
    (request) => findPayoutRun(services, principalIn(request), rowId(request.params.id)),
  );
  app.post(
    path,
    {
      config,
      schema: { operationId: 'postPayoutRun', summary: 'Propose a payout run', tags, body: Body, response: answers({ 201: PayoutRun }) },
    },
    async (request, reply) => reply.code(201).send(await createRun(services, principalIn(request), request.body, originOf(request))),
  );
};
