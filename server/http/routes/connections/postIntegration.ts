import { Type } from 'typebox';
import { Integration } from '../../../../contract/entities/connection.ts';
import { addConnection, reconnect } from '../../../domain/connections/addConnection.ts';
import { connectorOf } from '../../../domain/connections/connected.ts';
import { beginSignIn } from '../../../domain/connections/vendorSignIn.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { ConnectionParams, config, connectionTags, KindParams, requesterOf } from './params.ts';

/** Intentionally loose: the kind's form reports missing or invalid fields with its own messages (spec 5.06-5.08, 7.33). */
export const FormBody = Type.Object(
  {
    name: Type.Optional(Type.Unknown({ description: 'at most 100 characters' })),
    invoice_suffix: Type.Optional(Type.Unknown({ description: '1 to 10 letters and digits' })),
    token_string: Type.Optional(Type.Unknown({ description: 'the token of the vendor' })),
    webhook_secret: Type.Optional(Type.Unknown({ description: 'what the vendor signs deliveries of its webhook with' })),
    service_key: Type.Optional(Type.Unknown({ description: 'a service key of HubSpot' })),
    service_account_credentials: Type.Optional(Type.Unknown({ description: 'the JSON of a service account' })),
    spreadsheet_id: Type.Optional(Type.Unknown({ description: 'the id in the address of a spreadsheet' })),
    sheet_name: Type.Optional(Type.Unknown({ description: 'the name of a sheet' })),
    type: Type.Optional(Type.Unknown({ description: 'schedule or ar' })),
    email: Type.Optional(Type.Unknown({ description: 'the address of a user there' })),
    password: Type.Optional(Type.Unknown({ description: 'the password of that user' })),
    start_date: Type.Optional(Type.Unknown({ description: 'an ISO timestamp' })),
    end_date: Type.Optional(Type.Unknown({ description: 'an ISO timestamp' })),
    frequency: Type.Optional(Type.Unknown({ description: 'realtime, hourly, daily or manual' })),
    settings: Type.Optional(Type.Unknown({ description: 'what to read' })),
  },
  { additionalProperties: false },
);

/** The URL of the vendor's sign-in page, for kinds that are connected there. */
export const SignInPage = Type.Object({ auth_url: Type.String() });

const BODY_LIMIT = 64 * 1024;

/** spec 7.08; an invalid form is 400 (spec 8.09-8.11). */
export const postIntegrationRoute: Route = (app, services) => {
  app.post(
    '/api/v1/integrations/:kind',
    {
      config,
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'postIntegration',
        summary: 'Connect an account of a system',
        tags: connectionTags,
        params: KindParams,
        body: FormBody,
        response: answers({ 200: SignInPage, 201: Integration }),
      },
    },
    async (request, reply) => {
      const { kind } = request.params;
      if (connectorOf(services, kind).signIn) return beginSignIn(services, kind, request.body, requesterOf(request));
      const added = await addConnection(services, kind, request.body, requesterOf(request));
      services.nudge?.();
      return reply.code(201).send(added);
    },
  );
  // `integrations-reconnect`, decisions 7.04
  app.post(
    '/api/v1/integrations/:kind/:id/reconnect',
    {
      config,
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'reconnectIntegration',
        summary: 'Sign in again to a connection whose sign-in was refused',
        tags: connectionTags,
        params: ConnectionParams,
        body: FormBody,
        response: answers({ 200: Integration }),
      },
    },
    async (request) => {
      const { kind, id } = request.params;
      const reconnected = await reconnect(services, kind, rowId(id), request.body, requesterOf(request));
      services.nudge?.();
      return reconnected;
    },
  );
};
