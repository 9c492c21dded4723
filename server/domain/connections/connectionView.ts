import type { HeldRecord, Integration, SyncRun } from '../../../contract/entities/connection.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { HeldRow } from '../../db/repositories/connections/heldRecords.ts';
import type { SyncRunRow } from '../../db/repositories/connections/syncRuns.ts';
import { wordReason } from '../imports/reasons.ts';
import { dollars } from '../shared/moneyText.ts';
import { type ConnectionDeps, connectorOf } from './connected.ts';
import { CURRENCY } from './currency.ts';

const countOf = ({ counts }: SyncRunRow, name: string): number => counts[name] ?? 0;

export const syncRunOf = (run: SyncRunRow): SyncRun => ({
  id: String(run.id),
  status: run.state,
  title: run.title,
  counts: {
    created: countOf(run, 'created'),
    changed: countOf(run, 'changed'),
    same: countOf(run, 'same'),
    held: countOf(run, 'held'),
    done: countOf(run, 'done'),
    total: run.counts.total ?? null,
    ...(run.counts.settled == null ? {} : { settled: countOf(run, 'settled'), differing: countOf(run, 'differing') }),
  },
  ...(run.differing_invoices.length === 0 ? {} : { differing_invoices: [...run.differing_invoices] }),
  error: run.error,
  created_at: run.created_at,
  started_at: run.started_at,
  finished_at: run.finished_at,
});

/** Formats cents in the currency of a fact; the currency is named unless it is the company's. */
const amountText = (cents: number, currency: unknown): string =>
  typeof currency === 'string' && currency !== CURRENCY ? `${dollars(cents).replace('$', '')} ${currency}` : dollars(cents);

/** The readable values of a fact. */
const valuesOf = (payload: unknown): HeldRecord['values'] => {
  const fields = (payload ?? {}) as Record<string, unknown>;
  return Object.entries(fields).flatMap(([name, value]) => {
    if (typeof value === 'number' && name.endsWith('_cents'))
      return [{ name: name.slice(0, -'_cents'.length), value: amountText(value, fields.currency) }];
    // A named party, such as an invoice's customer.
    const text = typeof value === 'object' && value !== null && 'name' in value ? value.name : value;
    return ['string', 'number'].includes(typeof text) && name !== 'kind' ? [{ name, value: String(text) }] : [];
  });
};

const choicesIn = (payload: unknown) => (payload as { choices?: HeldRecord['choices'] } | null)?.choices;

export const heldRecordOf = (row: HeldRow): HeldRecord => {
  const wording = wordReason({ ...row, reason: null });
  const choices = wording?.choices ?? choicesIn(row.payload);
  return {
    id: String(row.id),
    kind: row.kind,
    external_id: row.external_id,
    reason: wording?.sentence ?? '',
    asks: wording?.asks ?? null,
    ...(choices ? { choices: [...choices] } : {}),
    values: valuesOf(row.payload),
    created_at: row.created_at,
  };
};

const statusOf = ({ state }: ConnectionRow): Integration['status'] => (state === 'pending' || state === 'expired' ? state : 'active');
const testedOf = ({ state, last_sync_at, last_test_at }: ConnectionRow): Integration['connection_status'] => {
  if (state === 'error' || state === 'expired') return 'error';
  return state === 'connected' && (last_sync_at ?? last_test_at) !== null ? 'connected' : 'not_tested';
};

/** Connections in the shape of spec 3.15-3.18. */
export const integrationsOf = async (deps: ConnectionDeps, rows: readonly ConnectionRow[]): Promise<Integration[]> => {
  const { store, clock } = deps;
  const ids = rows.map(({ id }) => id);
  const [heldCounts, calls, runs, next] = await Promise.all([
    store.heldRecords.counts(ids),
    store.calls.inMonth(ids, clock()),
    store.syncRuns.liveOf(ids),
    store.schedules.nextOf(ids.map(scheduleOf)),
  ]);
  const activeRuns = new Map(runs.map((run) => [run.connection_id, run]));
  return rows.map((row) => {
    const run = activeRuns.get(row.id);
    return {
      id: String(row.id),
      name: row.name,
      status: statusOf(row),
      connection_status: testedOf(row),
      connection_message: row.error,
      last_sync_at: row.last_sync_at,
      last_test_at: row.last_test_at,
      run: run ? syncRunOf(run) : null,
      frequency: row.frequency,
      next_sync_at: row.state === 'expired' ? null : (next.get(scheduleOf(row.id)) ?? null),
      brought: row.brought,
      held: heldCounts.get(row.id) ?? 0,
      calls_this_month: calls.get(row.id) ?? 0,
      created_at: row.created_at,
      version: row.version,
      settings: {},
      ...connectorOf(deps, row.kind).view(row),
    };
  });
};

export const integrationOf = async (deps: ConnectionDeps, row: ConnectionRow): Promise<Integration> => {
  const [integration] = await integrationsOf(deps, [row]);
  if (!integration) throw new Error('a connection without a view');
  return integration;
};

export const scheduleOf = (connectionId: number): string => `connection ${connectionId}`;
