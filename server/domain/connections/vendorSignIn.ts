import { createHash, randomBytes } from 'node:crypto';
import { quickbooksCallForm } from '../../../contract/forms/quickbooks.ts';
import { integrationWords } from '../../../contract/messages/integrations.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { endsSoon } from '../../../contract/rules/connections/signInEnds.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import { mayStill } from '../session/mayStill.ts';
import { checkForm } from '../shared/checkForm.ts';
import { later, MINUTE } from '../shared/clock.ts';
import { badRequest, Problem } from '../shared/problem.ts';
import { connect } from './addConnection.ts';
import type { Asker } from './asker.ts';
import { connectedOf, connectorOf, type Deps } from './connected.ts';
import { putRun } from './startSync.ts';

const KIND = 'quickbooks';
/** As long as a person may take on the vendor's pages. */
const ATTEMPT_MS = 10 * MINUTE;
const UNIQUE = '23505';
const text = messages.connections;

const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex');
const suffixTaken = (): Problem => badRequest('suffix_refused', integrationWords.quickbooks.refused, 'invoice_suffix');

/** A form that cannot be right is 400 here (spec 8.08). */
const readSuffix = async (form: Readonly<Record<string, unknown>>): Promise<string> => {
  const typed = typeof form.invoice_suffix === 'string' ? form.invoice_suffix : '';
  await checkForm(quickbooksCallForm, { invoice_suffix: typed }).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(400, 'suffix_refused', error.message, error.errors ? { errors: error.errors } : {});
  });
  return typed.trim().toUpperCase();
};

/**
 * Begins the sign-in of a company at QuickBooks (spec 2.53, 7.08); the suffix of a connection in error resumes that one (decisions 7.04).
 * @returns the address of the vendor's page
 * @throws Problem 400 for the suffix, 409 where this server has no keys
 */
export const beginSignIn = async (
  deps: Deps,
  form: Readonly<Record<string, unknown>>,
  { principal }: Asker,
): Promise<Readonly<{ auth_url: string }>> => {
  const { store, clock } = deps;
  const connector = connectorOf(deps, KIND);
  const suffix = await readSuffix(form);
  if (!connector.authorizeUrl || !connector.setup().configured) throw new Problem(409, 'not_configured', text.notConfigured);
  const at = clock();
  const state = randomBytes(32).toString('base64url');
  await store
    .transaction(async (within) => {
      const known = await within.connections.lockSuffix(suffix);
      // One that ends soon may be renewed before it does.
      if (known && known.state === 'connected' && !endsSoon(known.settings.expires_at, at)) throw suffixTaken();
      const name = `${integrationWords.quickbooks.name} ${suffix}`;
      const row =
        known ?? (await within.connections.add({ kind: KIND, name, suffix, created_by: principal.userId, created_at: at.toISOString() }));
      // It begins anew, and goes only so long after that.
      if (known?.state === 'pending') await within.connections.change(known.id, {}, at);
      await within.connectAttempts.add(hashOf(state), row.id, principal.userId, at, later(at, ATTEMPT_MS));
    })
    .catch((error: { code?: string }) => {
      throw error.code === UNIQUE ? suffixTaken() : error;
    });
  return { auth_url: connector.authorizeUrl(state) };
};

/** What the vendor's page comes back with. */
export type CameBack = Readonly<{ state?: string; code?: string; realmId?: string; error?: string }>;
/** `message`: what the page says. */
export type SignedIn = Readonly<{ ok: boolean; message: string }>;

const failed = (message: string): SignedIn => ({ ok: false, message });

const signIn = async (
  deps: Deps,
  connection: ConnectionRow,
  realm: string,
  code: string,
  userId: number,
  origin: Origin,
): Promise<void> => {
  const { store, clock } = deps;
  if (connection.external_account !== null && connection.external_account !== realm)
    throw new Problem(409, 'other_account', fill(text.otherAccount, { name: connection.name }));
  const other = await store.connections.ofAccount(KIND, realm);
  if (other && other.id !== connection.id && other.state !== 'gone')
    throw badRequest('already_connected', fill(text.already, { name: other.name }));
  const named = { ...connection, settings: { ...connection.settings, realm_id: realm } };
  const info = await connectorOf(deps, KIND).signIn?.(await connectedOf(deps, named), code);
  await store.transaction(async (within) => {
    // The exchange takes a while, and the person may have left meanwhile.
    await within.users.lock(userId);
    if (!(await mayStill(within, userId, 'integration:manage'))) throw new Problem(403, 'forbidden', text.signInNotAllowed);
    const said = { account: realm, ...(info?.name ? { name: info.name } : {}), settings: { realm_id: realm, ...info?.settings } };
    const row = await connect(deps, within, connection.id, said, { principal: { userId }, origin });
    await putRun(within, row, userId, clock());
  });
};

/** Ends a sign-in with what the vendor's page came back with: once, and only within its minutes. */
export const endSignIn = async (deps: Deps, { state, code, realmId, error }: CameBack, origin: Origin): Promise<SignedIn> => {
  const { store, clock } = deps;
  const attempt = state ? await store.connectAttempts.take(hashOf(state)) : undefined;
  if (!attempt || Date.parse(attempt.expires_at) < clock().getTime()) return failed(text.signInStale);
  if (error || !code || !/^\d{5,25}$/.test(realmId ?? '')) return failed(error === 'access_denied' ? text.signInDenied : text.signInFailed);
  const connection = await store.connections.byId(attempt.connection_id);
  if (!connection) return failed(text.signInStale);
  if (!(await mayStill(store, attempt.user_id, 'integration:manage'))) return failed(text.signInNotAllowed);
  try {
    await signIn(deps, connection, realmId ?? '', code, attempt.user_id, origin);
    return { ok: true, message: text.signInDone };
  } catch (problem) {
    return failed(problem instanceof Problem ? problem.message : text.signInFailed);
  }
};
