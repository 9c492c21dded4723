import { mercuryCallForm } from '../../../contract/forms/mercury.ts';
import { messages } from '../../../contract/messages.ts';
import type { ErrorKind } from '../../domain/connections/connectionProblem.ts';
import { ConnectionProblem } from '../../domain/connections/connectionProblem.ts';
import { type Connected, type Connector, type SyncPage, throwFormProblem } from '../../domain/connections/connector.ts';
import { DAY, plusMs } from '../../domain/shared/clock.ts';
import { type Answer, recordOf } from '../answers.ts';
import { keyedCalls } from '../http/keyedCalls.ts';
import { createTimedSignatureCheck } from '../signatures.ts';
import { readKeyForm } from '../typedForm.ts';
import type { Vendors } from '../vendors.ts';
import { type BankAccountName, mapTransaction, readAccount } from './mapTransaction.ts';

/** `from`: read transactions created since then; `after`: the last one of an unfinished sync; `event`: the last change seen. */
type Checkpoint = Readonly<{ v: 1; from: string | null; began: string; after: string | null; event: string | null; done: boolean }>;

/** A status can change days after a transaction was created, so the last thirty days are read again (research, 7). */
const OVERLAP_MS = 30 * DAY;
const TRANSACTIONS_PER_PAGE = 500;
const CREDIT_CARD = 'Credit card';
const EVENTS_PER_PAGE = 200;
/** Mercury publishes no limit; five calls per second leave room for other clients. */
const rules = [{ name: 'calls', limit: 300, periodMs: 60_000, burst: 60 }] as const;

const listOf = (body: unknown, key: string): readonly unknown[] => {
  const list = recordOf(body)[key];
  if (!Array.isArray(list)) throw new TypeError(`no ${key}`);
  return list;
};

/** An IP address outside their allowlist is a permission problem, although they respond with 401. */
const classify = (status: number, text: string): ErrorKind | null => {
  if (status !== 401 || !text.includes('ipNotWhitelisted')) return null;
  return 'permission';
};

const readCheckpoint = (value: unknown): Checkpoint | null => {
  if (typeof value !== 'object' || value === null || Reflect.get(value, 'v') !== 1) return null;
  return value as Checkpoint;
};

/** Resumes an interrupted sync; otherwise starts a new one that rereads the thirty days before the previous one began. */
const resumeOrStart = (value: unknown, now: Date): Checkpoint => {
  const previous = readCheckpoint(value);
  if (previous && !previous.done) return previous;
  const from = previous ? plusMs(new Date(previous.began), -OVERLAP_MS).toISOString() : null;
  return { v: 1, from, began: now.toISOString(), after: null, event: previous?.event ?? null, done: false };
};

type Call = (path: string, query?: Readonly<Record<string, string>>) => Promise<unknown>;

const createCall = (connected: Connected, baseUrl: string): Call => {
  const get = keyedCalls(connected, 'token', { baseUrl, rules, classify });
  return (path, query = {}) => get(path, query, (body) => body);
};

/** @throws ConnectionProblem bad_data if the response is malformed */
const readOrRefuse = <T>(connected: Connected, read: () => T): T => {
  try {
    return read();
  } catch {
    throw new ConnectionProblem('bad_data', connected.connection.name);
  }
};

const accountsOf = async (connected: Connected, call: Call): Promise<Map<string, BankAccountName>> => {
  const accounts = new Map<string, BankAccountName>();
  for (let after: string | null = null; ; ) {
    const body: unknown = await call('accounts', {
      limit: String(TRANSACTIONS_PER_PAGE),
      ...(after === null ? {} : { start_after: after }),
    });
    const page = readOrRefuse(connected, () => listOf(body, 'accounts').map((account) => readAccount(account)));
    for (const account of page) accounts.set(account.id, account);
    const lastId = page.at(-1)?.id ?? null;
    if (lastId === null || page.length < TRANSACTIONS_PER_PAGE) return accounts;
    after = lastId;
  }
};

/** Null if the token lacks permission, or the resource does not exist. */
const nullIfMissing = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ConnectionProblem && (error.kind === 'invalid_config' || error.kind === 'permission')) return null;
    throw error;
  }
};

/** Credit cards are listed separately, and have no names. */
const creditAccountsOf = async (connected: Connected, call: Call): Promise<readonly BankAccountName[]> => {
  const body = await nullIfMissing(call('credit'));
  return body === null ? [] : readOrRefuse(connected, () => listOf(body, 'accounts').map((account) => readAccount(account, CREDIT_CARD)));
};

type Facts = SyncPage['facts'];
const factsOf = (connected: Connected, rows: readonly unknown[], accounts: ReadonlyMap<string, BankAccountName>): Facts =>
  readOrRefuse(connected, () =>
    rows.map((row) => {
      const { id, fact, isZero } = mapTransaction(row, accounts);
      if (isZero) return { kind: 'bankTransactionGone' as const, external_id: id };
      return { kind: 'bankTransaction' as const, external_id: id, read: fact };
    }),
  );

const transactionEvents = { resourceType: 'transaction' } as const;
/** The newest event before the first sync, which includes all earlier changes. */
const newestEvent = async (connected: Connected, call: Call): Promise<string | null> => {
  const body = await nullIfMissing(call('events', { ...transactionEvents, order: 'desc', limit: '1' }));
  if (body === null) return null;
  const [latestEvent] = readOrRefuse(connected, () => listOf(body, 'events').map(recordOf));
  return typeof latestEvent?.id === 'string' ? latestEvent.id : null;
};

/** When each transaction was last listed, in ms, by id; only later changes need to be read. */
type ListedTimes = Map<string, number>;
type SyncState = Readonly<{ call: Call; accounts: ReadonlyMap<string, BankAccountName>; listed: ListedTimes }>;

const pageOf = async (connected: Connected, { call, accounts, listed }: SyncState, { from, after }: Pick<Checkpoint, 'from' | 'after'>) => {
  connected.signal?.throwIfAborted();
  const nowMs = connected.clock().getTime();
  const start = { ...(from === null ? {} : { start: from }), ...(after === null ? {} : { start_after: after }) };
  const body = await call('transactions', { limit: String(TRANSACTIONS_PER_PAGE), order: 'asc', ...start });
  const facts = factsOf(
    connected,
    readOrRefuse(connected, () => listOf(body, 'transactions')),
    accounts,
  );
  for (const { external_id } of facts) listed.set(external_id, nowMs);
  return facts;
};

const hasChangedSince = ({ resourceId, occurredAt }: Answer, { listed }: SyncState): boolean =>
  !(Date.parse(String(occurredAt)) <= (listed.get(String(resourceId)) ?? Number.NEGATIVE_INFINITY));

/** The current state of each transaction; one that is missing was deleted. */
const transactionsById = async (connected: Connected, { call, accounts }: SyncState, ids: Iterable<string>): Promise<SyncPage['facts']> => {
  const rows: unknown[] = [];
  const deletedIds: string[] = [];
  for (const id of ids) {
    const row = await nullIfMissing(call(`transaction/${encodeURIComponent(id)}`));
    if (row === null) deletedIds.push(id);
    else rows.push(row);
  }
  const deleted = deletedIds.map((external_id) => ({ kind: 'bankTransactionGone' as const, external_id }));
  return [...factsOf(connected, rows, accounts), ...deleted];
};

/**
 * Changes to transactions of any age since the last sync; each is read in its current state.
 * @param before where an earlier attempt was interrupted: transactions up to there are listed again, 500 per call, instead of one by one
 */
async function* readChanges(connected: Connected, read: SyncState, start: Checkpoint, before: string | null) {
  const { call } = read;
  let state = start;
  let isListed = before === null;
  for (;;) {
    connected.signal?.throwIfAborted();
    const query = { ...transactionEvents, limit: String(EVENTS_PER_PAGE), ...(state.event === null ? {} : { start_after: state.event }) };
    const body = await nullIfMissing(call('events', query));
    const events = body === null ? [] : readOrRefuse(connected, () => listOf(body, 'events').map(recordOf));
    if (events.length === 0) return state;
    if (!isListed && events.some((event) => hasChangedSince(event, read))) {
      for (let after: string | null = null; !isListed; ) {
        const facts: Facts = await pageOf(connected, read, { from: state.from, after });
        yield { facts, checkpoint: state };
        after = facts.at(-1)?.external_id ?? null;
        isListed = after === null || facts.some(({ external_id }) => external_id === before);
      }
    }
    const ids = new Set(events.filter((event) => hasChangedSince(event, read)).map(({ resourceId }) => String(resourceId)));
    state = { ...state, event: String(events.at(-1)?.id) };
    yield { facts: await transactionsById(connected, read, ids), checkpoint: state };
    if (events.length < EVENTS_PER_PAGE) return state;
  }
}

async function* sync(baseUrl: string, connected: Connected, checkpoint: unknown): AsyncGenerator<SyncPage> {
  const call = createCall(connected, baseUrl);
  const accounts = await accountsOf(connected, call);
  for (const card of await creditAccountsOf(connected, call)) accounts.set(card.id, card);
  const syncState: SyncState = { call, accounts, listed: new Map() };
  let state = resumeOrStart(checkpoint, connected.clock());
  const before = state.after;
  if (readCheckpoint(checkpoint) === null) state = { ...state, event: await newestEvent(connected, call) };
  for (;;) {
    const facts = await pageOf(connected, syncState, state);
    const lastId = facts.at(-1)?.external_id;
    // Only an empty page marks the end.
    if (lastId === undefined) break;
    state = { ...state, after: lastId };
    yield { facts, checkpoint: state };
  }
  state = yield* readChanges(connected, syncState, state, before);
  yield { facts: [], checkpoint: { ...state, after: null, done: true } };
}

/** Mercury, a read-only bank connection. Docs: docs/integrations/mercury.md. */
export const mercuryConnector = (vendors: Vendors): Connector => {
  const apiUrl = vendors.address('MERCURY_API_URL', 'https://api.mercury.com/api/v1');
  return {
    kind: 'mercury',
    brings: 'transactions',
    setup: () => vendors.formSetup('mercury'),
    read: (form) => {
      if (!['string', 'undefined'].includes(typeof form.webhook_secret))
        throwFormProblem({ webhook_secret: messages.mercury.webhookSecret });
      return readKeyForm(mercuryCallForm, form, 'token');
    },
    test: async (connected) => {
      const call = createCall(connected, apiUrl);
      const accounts = [...(await accountsOf(connected, call)).values()];
      const body = await nullIfMissing(call('organization'));
      const organization = body === null ? {} : readOrRefuse(connected, () => recordOf(recordOf(body).organization));
      const id = typeof organization.id === 'string' ? organization.id : accounts[0]?.id;
      const settings = {
        organization: typeof organization.legalBusinessName === 'string' ? organization.legalBusinessName : null,
        accounts: accounts.map(({ name, last4 }) => (last4 === '' ? name : `${name} ••${last4}`)),
      };
      return id === undefined ? { settings } : { account: id, settings };
    },
    sync: (connected, checkpoint) => sync(apiUrl, connected, checkpoint),
    // Mercury deletes a token that is unused for 45 days.
    keepAlive: async (connected) => {
      await createCall(connected, apiUrl)('accounts', { limit: '1' });
    },
    receive: (_connection, body) => recordOf(JSON.parse(body)).resourceType === 'transaction',
    isSigned: createTimedSignatureCheck('mercury-signature'),
    view: ({ settings }) => ({ sync_accounts: true, sync_transactions: true, settings }),
  };
};
