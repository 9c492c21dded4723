import { createHash, randomBytes } from 'node:crypto';
import { integrationMessages } from '../../../contract/messages/integrations.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { endsWithinNotice } from '../../../contract/rules/connections/signInEnds.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import { isStillPermitted } from '../session/isStillPermitted.ts';
import { MINUTE, plusMs } from '../shared/clock.ts';
import { badRequest, notFoundProblem, Problem } from '../shared/problem.ts';
import { connect, withTemporarySecrets } from './addConnection.ts';
import { type ConnectionDeps, connectorOf, createConnectedContext, secretNameOf } from './connected.ts';
import type { ConnectionInput, Connector, SignInRedirect, VendorSignIn } from './connector.ts';
import type { Requester } from './requester.ts';
import { queueRun } from './startSync.ts';

/** Maximum time a user may spend on the provider's sign-in pages. */
const ATTEMPT_MS = 10 * MINUTE;
const UNIQUE_VIOLATION = '23505';
const t = messages.connections;

const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex');
const nameOf = ({ kind }: Pick<Connector, 'kind'>) => ({ kind: integrationMessages[kind].name });
const takenProblem = ({ kind }: Connector, { suffix }: ConnectionInput): Problem =>
  suffix === undefined
    ? badRequest('name_taken', t.nameTaken, 'name')
    : badRequest('suffix_refused', integrationMessages[kind].refused, 'invoice_suffix');

/**
 * Begins the sign-in on a vendor's own page (spec 2.53, 7.08). If the suffix or name belongs to a connection in error, that connection is
 * resumed (decisions 7.04).
 * @returns the URL of the vendor's page
 * @throws Problem 400 if the form is invalid, 404 for a kind without such a page, 409 if this server has no keys
 */
export const beginSignIn = async (
  deps: ConnectionDeps,
  kind: string,
  form: Readonly<Record<string, unknown>>,
  { principal }: Requester,
): Promise<Readonly<{ auth_url: string }>> => {
  const { store, clock } = deps;
  const connector = connectorOf(deps, kind);
  if (!connector.signIn) throw notFoundProblem('integration');
  const input = await connector.read(form);
  if (!connector.setup().configured) throw new Problem(409, 'not_configured', fill(t.notConfigured, nameOf(connector)));
  const at = clock();
  const state = randomBytes(32).toString('base64url');
  await store
    .transaction(async (tx) => {
      const { name, suffix, settings } = input;
      const existing =
        suffix === undefined ? await tx.connections.lockNamed(connector.kind, name) : await tx.connections.lockSuffix(suffix);
      // A connected account may be renewed early if its sign-in expires soon.
      const isInUse = existing?.state === 'connected' && !endsWithinNotice(existing.settings.expires_at, at);
      if (existing && (isInUse || existing.kind !== kind)) throw takenProblem(connector, input);
      const newConnection = { kind: connector.kind, name, suffix: suffix ?? null, settings, created_by: principal.userId };
      const row = existing ?? (await tx.connections.add({ ...newConnection, created_at: at.toISOString() }));
      // Restarts the period after which an unfinished sign-in is deleted.
      if (existing?.state === 'pending') await tx.connections.change(existing.id, {}, at);
      await tx.connectAttempts.add(hashOf(state), row.id, principal.userId, at, plusMs(at, ATTEMPT_MS));
    })
    .catch((error: { code?: string }) => {
      throw error.code === UNIQUE_VIOLATION ? takenProblem(connector, input) : error;
    });
  return { auth_url: connector.signIn.authorizeUrl(state) };
};

/** `message`: text for the result page. */
export type SignInOutcome = Readonly<{ ok: boolean; message: string }>;

const failedSignIn = (message: string): SignInOutcome => ({ ok: false, message });

/** Refuses an account that belongs to another connection, or differs from the connection's own. */
const checkAccount = async (
  { store }: ConnectionDeps,
  { id, kind, name, external_account }: ConnectionRow,
  account: string,
): Promise<void> => {
  if (external_account !== null && external_account !== account) throw new Problem(409, 'other_account', fill(t.otherAccount, { name }));
  const existing = await store.connections.ofAccount(kind as Connector['kind'], account);
  if (existing && existing.id !== id && existing.state !== 'gone')
    throw badRequest('already_connected', fill(t.already, { name: existing.name }));
};

const signIn = async (
  deps: ConnectionDeps,
  connection: ConnectionRow,
  redirect: Readonly<{ account: string | null; code: string; state: string }>,
  exchange: VendorSignIn['exchange'],
  { userId, origin }: Readonly<{ userId: number; origin: Origin }>,
): Promise<void> => {
  const { store, clock, vault } = deps;
  if (redirect.account !== null) await checkAccount(deps, connection, redirect.account);
  const withAccount = { ...connection, external_account: redirect.account ?? connection.external_account };
  const secrets = new Map<string, string>();
  const info = await exchange(
    withTemporarySecrets(await createConnectedContext(deps, withAccount), secrets),
    redirect.code,
    redirect.state,
  );
  const account = redirect.account ?? info.account ?? null;
  if (account !== null) await checkAccount(deps, connection, account);
  await store.transaction(async (tx) => {
    // The exchange takes time, and the user may have been deactivated since.
    await tx.users.lock(userId);
    if (!(await isStillPermitted(tx, userId, 'integration:manage'))) throw new Problem(403, 'forbidden', t.signInNotAllowed);
    const row = await connect(deps, tx, connection.id, { ...info, account }, { principal: { userId }, origin });
    for (const [field, secret] of secrets) await vault.seal(tx, secretNameOf(row.id, field), secret, clock());
    await queueRun(tx, row, userId, clock());
  });
};

/** Completes a sign-in with the redirect's parameters; valid once, within the time limit. @param log receives unexpected errors */
export const endSignIn = async (
  deps: ConnectionDeps,
  kind: string,
  redirect: SignInRedirect,
  origin: Origin,
  log: (error: unknown) => void,
): Promise<SignInOutcome> => {
  const { store, clock } = deps;
  const connector = connectorOf(deps, kind);
  const { state, code, error: refusal } = redirect;
  const attempt = state ? await store.connectAttempts.take(hashOf(state)) : undefined;
  const connection = attempt ? await store.connections.byId(attempt.connection_id) : undefined;
  if (!attempt || Date.parse(attempt.expires_at) < clock().getTime() || connection?.kind !== kind) return failedSignIn(t.signInStale);
  const account = connector.signIn?.accountIn?.(redirect);
  const words = nameOf(connector);
  if (refusal || !code || !state || account === null || !connector.signIn)
    return failedSignIn(fill(refusal === 'access_denied' ? t.signInDenied : t.signInFailed, words));
  if (!(await isStillPermitted(store, attempt.user_id, 'integration:manage'))) return failedSignIn(t.signInNotAllowed);
  try {
    const actor = { userId: attempt.user_id, origin };
    await signIn(deps, connection, { account: account ?? null, code, state }, connector.signIn.exchange, actor);
    return { ok: true, message: fill(t.signInDone, words) };
  } catch (error) {
    if (error instanceof Problem) return failedSignIn(error.message);
    log(error);
    return failedSignIn(fill(t.signInFailed, words));
  }
};
