import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerDefault } from 'fastify';
import type { Permission } from '../../contract/permissions.ts';
import type { Principal } from '../domain/session/principal.ts';
import type { Services } from '../domain/shared/services.ts';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** One route: declares itself on the app, and knows nothing else but the use cases' services. */
export type Route = (app: App, services: Services) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the caller must be allowed; every route names one, or 'public'. */
    permission?: Permission | 'public';
    /** Open to someone whose temporary password is not changed yet. */
    beforePasswordChange?: true;
  }
  interface FastifyRequest {
    /** Who is calling; null on public routes only. */
    principal: Principal | null;
    /** Called once the answer goes out or the connection closes. */
    leave: (() => void) | null;
    /** Ends the caller's turn (plugins/turns.ts); null before it has begun. */
    endTurn: (() => void) | null;
  }
}
