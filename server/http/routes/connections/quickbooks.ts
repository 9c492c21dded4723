import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { Id } from '../../../../contract/entities/common.ts';
import { Integration } from '../../../../contract/entities/connection.ts';
import { messages } from '../../../../contract/messages.ts';
import { chooseSettings, testConnection } from '../../../domain/connections/changeConnection.ts';
import { beginSignIn, endSignIn, type SignedIn } from '../../../domain/connections/vendorSignIn.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf } from '../../request.ts';
import { askerOf, config, tags } from './params.ts';

const IdParams = Type.Object({ id: Id }, { additionalProperties: false });
const CameBack = Type.Object({
  state: Type.Optional(Type.String({ maxLength: 200 })),
  code: Type.Optional(Type.String({ maxLength: 2000 })),
  realmId: Type.Optional(Type.String({ maxLength: 40 })),
  error: Type.Optional(Type.String({ maxLength: 200 })),
});
const Settings = Type.Object(
  {
    not_revenue: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100, description: 'names or ids of items that are no revenue' }),
    person_by_class: Type.Boolean({ description: 'the class of an invoice names its salesperson' }),
  },
  { additionalProperties: false },
);

/** What a text may hold inside a script. */
const inScript = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');
const inHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Tells the page that opened it, by both ways, and closes; where neither is heard the list says it. */
const pageOf = ({ ok, message }: SignedIn, nonce: string, target: string): string => {
  const said = inScript({ type: ok ? 'QUICKBOOKS_AUTH_SUCCESS' : 'QUICKBOOKS_AUTH_FAILURE', message });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${messages.connections.signInTitle}</title><p>${inHtml(message)}</p>
<script nonce="${nonce}">const said=${said};
try{window.opener&&window.opener.postMessage(said,${inScript(target)})}catch{}
try{const channel=new BroadcastChannel('quickbooks-auth');channel.postMessage(said);channel.close()}catch{}
setTimeout(()=>window.close(),100)</script></html>`;
};

/** spec 2.53, 7.08, 7.12: the vendor's own sign-in, and the page that it comes back to. */
export const quickbooks: Route = (app, services) => {
  app.post(
    '/api/v1/integrations/quickbooks',
    {
      config,
      schema: {
        operationId: 'beginQuickBooks',
        summary: 'Begin connecting a QuickBooks company, or resume one in error',
        tags,
        body: Type.Object(
          { invoice_suffix: Type.Optional(Type.Unknown({ description: '1 to 10 letters and digits' })) },
          { additionalProperties: false },
        ),
        response: answers({ 200: Type.Object({ auth_url: Type.String() }) }),
      },
    },
    (request) => beginSignIn(services, request.body, askerOf(request)),
  );
  app.get(
    '/api/v1/integrations/quickbooks/callback',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'endQuickBooks',
        summary: 'The page that QuickBooks comes back to',
        tags,
        querystring: CameBack,
        response: {
          ...answers({}),
          200: { description: 'A page that tells its opener and closes.', content: { 'text/html': { schema: Type.String() } } },
        },
      },
    },
    async (request, reply) => {
      const ended = await endSignIn(services, request.query, originOf(request));
      services.nudge?.();
      const nonce = randomBytes(16).toString('base64');
      const policy = `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
      reply.type('text/html; charset=utf-8').headers({ 'content-security-policy': policy, 'cross-origin-opener-policy': 'unsafe-none' });
      return reply.send(pageOf(ended, nonce, services.outside.publicUrl ?? `${request.protocol}://${request.host}`) as never);
    },
  );
  app.post(
    '/api/v1/integrations/quickbooks/:id/refresh-info',
    {
      config,
      schema: {
        operationId: 'refreshQuickBooks',
        summary: 'Read what a company says of itself',
        tags,
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
        summary: 'Choose what of a company is revenue, and who sold it',
        tags,
        params: IdParams,
        body: Settings,
        response: answers({ 200: Integration }),
      },
    },
    (request) => chooseSettings(services, 'quickbooks', rowId(request.params.id), request.body, askerOf(request)),
  );
};
