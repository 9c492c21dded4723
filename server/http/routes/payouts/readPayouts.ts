import { Type } from 'typebox';
import { Id } from '../../../../contract/entities/common.ts';
import { NextPayout, PayoutDetail, PayoutPage, WaitingRecordList } from '../../../../contract/entities/payout.ts';
import { limits } from '../../../../contract/limits.ts';
import { findPayout } from '../../../domain/payouts/findPayout.ts';
import { listPayouts } from '../../../domain/payouts/listPayouts.ts';
import { listWaitingRecords, nextPayout } from '../../../domain/payouts/nextPayout.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, limitParameter, queryParameters, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const config = { permission: 'payout:read' } as const;
const tags = ['payouts'];
const path = '/api/v1/payouts';
const ListQuery = queryParameters({
  user_id: Type.Optional(UserIdParameter),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,400}$', description: 'a cursor of this list' })),
  limit: Type.Optional(limitParameter(limits.list.maxLimit)),
});
const NextQuery = queryParameters({ user_id: Type.Optional(UserIdParameter) });
const DetailQuery = queryParameters({ against: Type.Optional(Id) });

/** decisions 2.29: payouts as their payees read them; the next check; and one payout compared with an earlier one. */
export const readPayoutsRoute: Route = (app, services) => {
  app.get(
    path,
    {
      config,
      schema: { operationId: 'listPayouts', summary: 'Payouts', tags, querystring: ListQuery, response: answers({ 200: PayoutPage }) },
    },
    (request) => {
      const limit = Number(request.query.limit ?? limits.list.defaultLimit);
      return listPayouts(services, principalIn(request).actor, { ...request.query, limit });
    },
  );
  app.get(
    `${path}/next`,
    {
      config,
      schema: {
        operationId: 'getNextPayout',
        summary: 'The next check',
        tags,
        querystring: NextQuery,
        response: answers({ 200: NextPayout }),
      },
    },
    (request) => {
      const { user_id } = request.query;
      return nextPayout(services, principalIn(request).actor, user_id === undefined ? null : Number(user_id));
    },
  );
  app.get(
    `${path}/waiting`,
    {
      config,
      schema: {
        operationId: 'listWaitingRecords',
        summary: 'List commission that is earned and not released',
        tags,
        querystring: NextQuery,
        response: answers({ 200: WaitingRecordList }),
      },
    },
    (request) => {
      const { user_id } = request.query;
      return listWaitingRecords(services, principalIn(request).actor, user_id === undefined ? null : Number(user_id));
    },
  );
  app.get(
    `${path}/:id`,
    {
      config,
      schema: {
        operationId: 'getPayout',
        summary: 'One payout, and how it differs from another',
        tags,
        params: idParams,
        querystring: DetailQuery,
        response: answers({ 200: PayoutDetail }),
      },
    },
    (request) => findPayout(services, principalIn(request).actor, request.params.id, request.query.against ?? null),
  );
};
