import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import type { ConnectionKind } from '../../../../contract/entities/connection.ts';
import { integrationMessages } from '../../../../contract/messages/integrations.ts';
import { endSignIn as end, type SignInOutcome } from '../../../domain/connections/vendorSignIn.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf } from '../../request.ts';
import { connectionTags, KindParams } from './params.ts';

const CallbackQuery = Type.Object({
  state: Type.Optional(Type.String({ maxLength: 200 })),
  code: Type.Optional(Type.String({ maxLength: 2000 })),
  realmId: Type.Optional(Type.String({ maxLength: 40 })),
  error: Type.Optional(Type.String({ maxLength: 200 })),
});

/** Escapes a value for use inside a script. */
const escapeForScript = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Tells the opening page through both channels, and closes; if neither message arrives, the list shows the result. */
const closingPage = (kind: ConnectionKind, { ok, message }: SignInOutcome, nonce: string, target: string): string => {
  const scriptMessage = escapeForScript({ type: `${kind.toUpperCase()}_AUTH_${ok ? 'SUCCESS' : 'FAILURE'}`, message });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(integrationMessages[kind].name)}</title><p>${escapeHtml(message)}</p>
<script nonce="${nonce}">const message=${scriptMessage};
try{window.opener&&window.opener.postMessage(message,${escapeForScript(target)})}catch{}
try{const channel=new BroadcastChannel('${kind}-auth');channel.postMessage(message);channel.close()}catch{}
setTimeout(()=>window.close(),100)</script></html>`;
};

/** spec 2.53: the redirect URL of the vendor's page. */
export const endSignInRoute: Route = (app, services) => {
  app.get(
    '/api/v1/integrations/:kind/callback',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'endSignIn',
        summary: 'The page to which a vendor’s sign-in redirects, such as that of QuickBooks',
        tags: connectionTags,
        params: KindParams,
        querystring: CallbackQuery,
        response: {
          ...answers({}),
          200: { description: 'A page that tells its opener and closes.', content: { 'text/html': { schema: Type.String() } } },
        },
      },
    },
    async (request, reply) => {
      const log = (error: unknown) => request.log.error({ err: error }, 'sign-in failed');
      const outcome = await end(services, request.params.kind, request.query, originOf(request), log);
      services.nudge?.();
      const target = services.outside.publicUrl ?? `${request.protocol}://${request.host}`;
      const nonce = randomBytes(16).toString('base64');
      const policy = `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
      reply.type('text/html; charset=utf-8').headers({ 'content-security-policy': policy, 'cross-origin-opener-policy': 'unsafe-none' });
      return reply.send(closingPage(request.params.kind, outcome, nonce, target) as never);
    },
  );
};
