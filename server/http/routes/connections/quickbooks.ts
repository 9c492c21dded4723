import { Type } from 'typebox';
import { Id } from '../../../../contract/entities/common.ts';
import { Integration } from '../../../../contract/entities/connection.ts';
import { chooseSettings, testConnection } from '../../../domain/connections/changeConnection.ts';
import { beginSignIn } from '../../../domain/connections/vendorSignIn.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { config, connectionTags, requesterOf } from './params.ts';
import { SignInPage } from './postIntegration.ts';

const IdParams = Type.Object({ id: Id }, { additionalProperties: false });
const Settings = Type.Object(
  {
    not_revenue: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100, description: 'names or ids of items that are not revenue' }),
    person_by_class: Type.Boolean({ description: 'the class of an invoice names its salesperson' }),
  },
  { additionalProperties: false },
);

/** spec 2.53, 7.08, 7.12 */
export const quickbooksRoute: Route = (app, services) => {
  app.post(
    '/api/v1/integrations/quickbooks',
    {
      config,
      schema: {
        operationId: 'beginQuickBooks',
        summary: 'Start connecting a QuickBooks company, or resume one in error',
        tags: connectionTags,
        body: Type.Object(
          { invoice_suffix: Type.Optional(Type.Unknown({ description: '1 to 10 letters and digits' })) },
          { additionalProperties: false },
        ),
        response: answers({ 200: SignInPage }),
      },
    },
    (request) => beginSignIn(services, 'quickbooks', request.body, requesterOf(request)),
  );
  app.post(
    '/api/v1/integrations/quickbooks/:id/refresh-info',
    {
      config,
      schema: {
        operationId: 'refreshQuickBooks',
        summary: 'Refresh the company information of a connection',
        tags: connectionTags,
        params: IdParams,
        response: answers({ 200: Integration }),
      },
    },
    ({ params }) => testConnection(services, 'quickbooks', rowId(params.id)),
  );
  app.put(
    '/api/v1/integrations/quickbooks/:id/settings',
    {
      config,
      schema: {
        operationId: 'chooseQuickBooks',
        summary: 'Choose the revenue items of a company, and the source of salespeople',
        tags: connectionTags,
        params: IdParams,
        body: Settings,
        response: answers({ 200: Integration }),
      },
    },
    (request) => chooseSettings(services, 'quickbooks', rowId(request.params.id), request.body, requesterOf(request)),
  );
};
