import { Type } from 'typebox';
import { Plans } from '../../../../contract/entities/plan.ts';
import { readQuotaPosition } from '../../../domain/commissions/quotaPosition.ts';
import { readPlans } from '../../../domain/plans/readPlans.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const VersionParameter = Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'the id of a save of the configuration' });
const Query = queryParameters({ version: Type.Optional(VersionParameter), compare: Type.Optional(VersionParameter) });

/** `plan-page`, decisions 2.09 */
export const listPlansRoute: Route = (app, services) => {
  app.get(
    '/api/v1/plans',
    {
      config: { permission: 'plan:read' },
      schema: {
        operationId: 'listPlans',
        summary: 'The plans you may read, in words',
        tags: ['plans'],
        querystring: Query,
        response: answers({ 200: Plans }),
      },
    },
    async (request) => {
      const { version, compare } = request.query;
      const { actor, userId } = principalIn(request);
      const plans = await readPlans(services, actor, {
        ...(version === undefined ? {} : { version: rowId(version) }),
        ...(compare === undefined ? {} : { compare: rowId(compare) }),
      });
      return { ...plans, position: plans.plans.some(({ own }) => own) ? await readQuotaPosition(services, userId) : null };
    },
  );
};
