import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { CommissionCosts, costBreakdowns, Forecast } from '../../../../contract/entities/forecast.ts';
import { readCosts } from '../../../domain/forecast/commissionCosts.ts';
import { readForecast } from '../../../domain/forecast/forecast.ts';
import { readStale } from '../../../domain/shared/readStale.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const config = { permission: 'forecast:read', weight: 'heavy' } as const;
const tags = ['forecast'];
const Query = queryParameters({
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  by: Type.Optional(oneOf(costBreakdowns)),
});

/** decisions 2.30: expected commission, open invoices, and commission as a share of revenue. */
export const getForecastRoute: Route = (app, services) => {
  app.get(
    '/api/v1/forecast',
    {
      config,
      schema: {
        operationId: 'getForecast',
        summary: 'Commission to come and open invoices by age',
        tags,
        response: answers({ 200: Forecast }),
      },
    },
    (request) => readStale(services, principalIn(request).heads, readForecast),
  );
  app.get(
    '/api/v1/forecast/costs',
    {
      config,
      schema: {
        operationId: 'listCommissionCosts',
        summary: 'Commission as a share of revenue',
        tags,
        querystring: Query,
        response: answers({ 200: CommissionCosts }),
      },
    },
    (request) => readStale(services, principalIn(request).heads, (on) => readCosts(on, request.query)),
  );
};
