import { type Integration, type SyncFrequency, syncFrequencies } from '../../../contract/entities/connection.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { badRequest, notFoundProblem, Problem } from '../shared/problem.ts';
import { scheduleSyncs } from './changeConnection.ts';
import {
  type ConnectionDeps,
  connectionAfter,
  connectorOf,
  createConnectedContext,
  dropPending,
  findConnection,
  lockConnection,
  secretNameOf,
  secretPrefixOf,
} from './connected.ts';
import { ConnectionProblem, type ErrorKind } from './connectionProblem.ts';
import { integrationOf } from './connectionView.ts';
import type { Connected, ConnectionInput, Connector } from './connector.ts';
import type { Requester } from './requester.ts';
import { queueRun } from './startSync.ts';

type Form = Readonly<Record<string, unknown>>;
const t = messages.connections;
const UNIQUE_VIOLATION = '23505';

const nameTakenProblem = (): Problem => badRequest('name_taken', t.nameTaken, 'name');

/** Errors of a new connection have their own messages, because nothing retries it automatically. */
const newConnectionMessages: Partial<Record<ErrorKind, string>> = { upstream_down: t.notReached, rate_limited: t.notYet };

/** Turns errors that the user can fix in the form into a 400 (spec 8.09-8.11). @param name of a connection that was not saved */
const toFormError = (error: unknown, name?: string): unknown => {
  if (!(error instanceof ConnectionProblem)) return error;
  const newMessage = newConnectionMessages[error.kind];
  if (name !== undefined && newMessage !== undefined && error.message === fill(t[error.kind], { name }))
    return new Problem(error.status, error.code, fill(newMessage, { name }), error.retryAfter ? { retryAfter: error.retryAfter } : {});
  return ['auth_expired', 'permission', 'invalid_config'].includes(error.kind)
    ? new Problem(400, 'connection_refused', error.message)
    : error;
};

/** @throws Problem 400 for an unknown frequency */
const readFrequency = ({ frequency }: Form): SyncFrequency | null => {
  if (frequency === undefined || frequency === null || frequency === '') return null;
  const match = syncFrequencies.find((syncFrequency) => syncFrequency === frequency);
  if (!match) throw badRequest('form_refused', t.frequency, 'frequency');
  return match;
};

/** @throws Problem 404 for a kind that is connected on its vendor's own page */
const readForm = async ({ read, signIn }: Connector, form: Form): Promise<ConnectionInput> => {
  if (signIn) throw notFoundProblem('integration');
  return read(form);
};

/** Connects a pending connection; if the same account was connected before, that connection and its data are adopted. */
export const connect = async (
  deps: ConnectionDeps,
  tx: Repositories,
  pendingId: number,
  { account, name, settings, frequency }: Readonly<{ account: string | null; name?: string; settings?: object; frequency?: SyncFrequency }>,
  { principal, origin }: Readonly<{ principal: Pick<Requester['principal'], 'userId'>; origin: Requester['origin'] }>,
): Promise<ConnectionRow> => {
  const { clock, vault } = deps;
  const at = clock();
  // Loaded again: during the call it may have been deleted, or its settings changed.
  const pending = await lockConnection(tx, pendingId);
  const existing = account === null ? undefined : await tx.connections.ofAccount(pending.kind as Connector['kind'], account);
  if (existing && existing.id !== pending.id && existing.state !== 'gone')
    throw badRequest('already_connected', fill(t.already, { name: existing.name }));
  const adopted = existing && existing.id !== pending.id ? existing : null;
  const state = connectionAfter(adopted?.state ?? pending.state, adopted ? 'adopt' : 'connect');
  if (state === null) throw new Problem(409, 'not_connected', fill(t.notConnected, { name: pending.name }));
  if (adopted) {
    for (const field of await tx.secrets.namesOf(secretPrefixOf(pending.id))) {
      const secret = await vault.open(tx, field);
      if (secret) await vault.seal(tx, secretNameOf(adopted.id, field.slice(secretPrefixOf(pending.id).length)), secret.text, at);
    }
    await vault.forget(tx, secretPrefixOf(pending.id));
    await tx.calls.moveTo(pending.id, adopted.id);
    await tx.connections.remove(pending.id);
  }
  const row = await tx.connections.change(
    adopted?.id ?? pending.id,
    {
      state,
      error: null,
      name: name ?? pending.name,
      ...(frequency ? { frequency } : {}),
      suffix: pending.suffix,
      external_account: account ?? pending.external_account,
      settings: { ...adopted?.settings, ...pending.settings, ...settings },
      created_by: principal.userId,
      last_test_at: at.toISOString(),
      kept_alive_at: at.toISOString(),
    },
    at,
  );
  await scheduleSyncs(tx, row, at);
  const entry = { actorId: principal.userId, action: adopted ? 'connection.adopted' : 'connection.connected', entity: 'connection' };
  await tx.audit.write({ ...entry, entityId: String(row.id), after: { kind: row.kind, name: row.name } }, origin, at);
  return row;
};

/**
 * Connects an external account with the entered credentials, after a successful test call (spec 7.08, 7.33).
 * @throws Problem 400 if the form, the name or the sign-in is refused, 404, 409 if this server has no key
 */
export const addConnection = async (deps: ConnectionDeps, kind: string, form: Form, requester: Requester): Promise<Integration> => {
  const { store, clock, vault } = deps;
  const connector = connectorOf(deps, kind);
  const input = await readForm(connector, form);
  const frequency = readFrequency(form);
  if (await store.connections.isNamed(connector.kind, input.name)) throw nameTakenProblem();
  const at = clock();
  const pending = await store
    .transaction(async (tx) => {
      const values = { kind: connector.kind, name: input.name, settings: input.settings, created_by: requester.principal.userId };
      const row = await tx.connections.add({ ...values, created_at: at.toISOString() });
      for (const [field, secret] of Object.entries(input.secrets)) await vault.seal(tx, secretNameOf(row.id, field), secret, at);
      return row;
    })
    .catch((error: { code?: string }) => {
      throw error.code === UNIQUE_VIOLATION ? nameTakenProblem() : error;
    });
  const create = async (): Promise<ConnectionRow> => {
    const info = await connector.test(await createConnectedContext(deps, pending));
    const account = info.account ?? input.account ?? null;
    const connectionFields = { account, ...(info.settings ? { settings: info.settings } : {}), ...(frequency ? { frequency } : {}) };
    return store.transaction(async (tx) => {
      const row = await connect(deps, tx, pending.id, connectionFields, requester);
      // Schedules run once a minute; the first sync starts at once.
      if (row.frequency !== 'manual') await queueRun(tx, row, requester.principal.userId, clock());
      return row;
    });
  };
  const row = await create().catch(async (error: unknown) => {
    await dropPending(deps, pending.id);
    throw toFormError(error, input.name);
  });
  return integrationOf(deps, row);
};

/** Stores the new secrets together with those that the connector adds; nothing is encrypted before a test call has succeeded. */
export const withTemporarySecrets = (connected: Connected, secrets: Map<string, string>): Connected => ({
  ...connected,
  secret: async (field) => {
    const text = secrets.get(field);
    return text === undefined ? connected.secret(field) : { text, version: 0 };
  },
  keepSecret: async (field, text) => void secrets.set(field, text),
  replaceSecret: async (field, _version, text) => {
    secrets.set(field, text);
    return true;
  },
});

/**
 * Resumes a failed connection with new credentials; its data and schedule remain (decisions 7.04).
 * @throws Problem 400, 404, 409 if it is a different account
 */
export const reconnect = async (
  deps: ConnectionDeps,
  kind: string,
  id: number | null,
  form: Form,
  requester: Requester,
): Promise<Integration> => {
  const { store, clock, vault } = deps;
  const connector = connectorOf(deps, kind);
  const connection = await findConnection(deps, kind, id);
  const input = await readForm(connector, { ...form, name: connection.name });
  const secrets = new Map(Object.entries(input.secrets));
  try {
    const now = { ...connection, settings: { ...connection.settings, ...input.settings } };
    const info = await connector.test(withTemporarySecrets(await createConnectedContext(deps, now), secrets));
    const account = info.account ?? input.account ?? null;
    if (account !== null && connection.external_account !== null && account !== connection.external_account)
      throw new Problem(409, 'other_account', fill(t.otherAccount, { name: connection.name }));
    const row = await store.transaction(async (tx) => {
      const connectionFields = { account, settings: { ...input.settings, ...info.settings } };
      const connected = await connect(deps, tx, connection.id, connectionFields, requester);
      for (const [field, secret] of secrets) await vault.seal(tx, secretNameOf(connected.id, field), secret, clock());
      return connected;
    });
    return await integrationOf(deps, row);
  } catch (error) {
    throw toFormError(error);
  }
};
