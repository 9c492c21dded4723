import type { RouteOptions } from 'fastify';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can, type Permission, reachOf } from '../../../contract/permissions.ts';
import { type CallKind, scopesFor } from '../../../contract/tokenScopes.ts';
import { forbidden, Problem } from '../../domain/shared/problem.ts';
import type { ServerApp } from '../app.types.ts';

const passwordChangeRequired = (): Problem => new Problem(403, 'password_change_required', messages.changePassword.mustChange);

const secondFactorRequired = (): Problem => new Problem(403, 'second_factor_required', messages.secondFactorRefusals.due);

const companyNotLive = (): Problem => new Problem(403, 'company_not_live', messages.setupRefusals.notLive);
/** @throws Problem 403 if no scope of the token covers the call */
const assertScope = (scopes: readonly string[], permission: Permission, kind: CallKind): void => {
  const sufficientScopes = scopesFor(permission, kind);
  if (sufficientScopes.length === 0) throw new Problem(403, 'closed_to_tokens', messages.apiTokens.closed);
  if (sufficientScopes.some((scope) => scopes.includes(scope))) return;
  throw new Problem(403, 'scope_missing', fill(messages.apiTokens.scopeMissing, { scopes: sufficientScopes.join(' or ') }));
};

/** Permissions that everybody keeps while the company is being set up: signing in and out, and their own account (decisions 8.07). */
const permissionsDuringSetup: ReadonlySet<Permission> = new Set(['session:use', 'session:end', 'live:use', 'notification:read']);

/**
 * Deny by default: every request must be signed in with a role that has the route's permission, unless the route is 'public'. An API token
 * also needs scopes that cover the call. Handlers check access to individual rows. The server does not start if a route names no
 * permission.
 */
export const addPermissionGate = (app: ServerApp): void => {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    const unprotectedRoute = routes.find(({ config }) => config?.permission === undefined);
    if (unprotectedRoute) throw new Error(`the route ${String(unprotectedRoute.method)} ${unprotectedRoute.url} names no permission`);
  });
  app.addHook('onRequest', async (request) => {
    if (request.is404) return;
    const { principal, routeOptions } = request;
    const { permission, beforePasswordChange, beforeSecondFactor, anyToken, joins = [] } = routeOptions.config;
    if (permission === 'public') return;
    if (permission === undefined || principal === null) throw forbidden();
    const { actor, token } = principal;
    const owner: Actor = { id: actor.id, role: actor.role };
    if (principal.mustChangePassword && !beforePasswordChange) throw passwordChangeRequired();
    if (principal.secondFactorDue && !beforeSecondFactor) throw secondFactorRequired();
    if (principal.isLive === false && !permissionsDuringSetup.has(permission) && !can(owner, 'setup:use')) throw companyNotLive();
    if (token && !anyToken) {
      assertScope(token.scopes, permission, routeOptions.config.kind ?? (request.method === 'GET' ? 'read' : 'write'));
      for (const joinedPermission of joins) assertScope(token.scopes, joinedPermission, 'read');
    }
    if (reachOf(owner, permission) === 'none') throw forbidden();
  });
};
