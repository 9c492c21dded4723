import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerDefault } from 'fastify';
import type { Permission } from '../../contract/permissions.ts';
import type { CallKind } from '../../contract/tokenScopes.ts';
import type { OutsideServices } from '../domain/connections/outside.ts';
import type { Principal } from '../domain/session/principal.ts';
import type { Weight } from './plugins/concurrencyLimits.ts';

export type ServerApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** One route: registers itself on the app, and depends only on the use cases' services. */
export type Route = (app: ServerApp, services: OutsideServices) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission the caller needs; every route names one, or 'public'. */
    permission?: Permission | 'public';
    /** Available to users who still have a temporary password. */
    beforePasswordChange?: true;
    /** Available to users who still have to set up a second factor. */
    beforeSecondFactor?: true;
    /** For the scopes of API tokens; by default a GET reads and any other call writes. */
    kind?: CallKind;
    /** Permissions of other subjects whose data the response includes: an API token needs a scope for each. */
    joins?: readonly Permission[];
    /** How many of these calls run at once (plugins/concurrencyLimits.ts); light by default. */
    weight?: Weight;
    /** Open to every API token, whatever its scopes. */
    anyToken?: true;
  }
  interface FastifyRequest {
    /** The caller; null on public routes only. */
    principal: Principal | null;
    /** Called when the response is sent or the connection closes. */
    leave: (() => void) | null;
    /** Ends the caller's turn (plugins/concurrencyLimits.ts); null before it starts. */
    endTurn: (() => void) | null;
  }
}
