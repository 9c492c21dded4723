import { Type } from 'typebox';
import { PeriodReview } from '../../../../contract/entities/periodReview.ts';
import { findReview } from '../../../domain/payPeriods/review.ts';
import { recordPeriodView, signPeriod } from '../../../domain/payPeriods/signPeriod.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { monthParams } from './stepPeriod.ts';

const tags = ['periods'];
const Items = Type.Object({ items: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 }) }, { additionalProperties: false });

/** decisions 2.11: the content of a review, who viewed it, and who signed it. */
export const reviewPeriodRoute: Route = (app, services) => {
  app.get(
    '/api/v1/periods/:id/review',
    {
      config: { permission: 'period:read', joins: ['commission:read'] },
      schema: {
        operationId: 'getPeriodReview',
        summary: 'Get the review of a month before it is closed',
        tags,
        params: monthParams,
        response: answers({ 200: PeriodReview }),
      },
    },
    (request) => findReview(services, principalIn(request).actor, request.params.id),
  );
  app.post(
    '/api/v1/periods/:id/look',
    {
      config: { permission: 'period:close' },
      schema: {
        operationId: 'lookAtPeriod',
        summary: 'Record that you viewed the review of a month',
        tags,
        params: monthParams,
        response: answers({ 200: PeriodReview }),
      },
    },
    (request) => recordPeriodView(services, principalIn(request), request.params.id),
  );
  app.post(
    '/api/v1/periods/:id/sign',
    {
      config: { permission: 'period:close' },
      schema: {
        operationId: 'signPeriod',
        summary: 'Sign the review of a month',
        tags,
        params: monthParams,
        body: Items,
        response: answers({ 200: PeriodReview }),
      },
    },
    (request) => signPeriod(services, principalIn(request), request.params.id, request.body.items, originOf(request)),
  );
};
