import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { messages } from '../../../contract/messages.ts';
import { canonicalJson } from '../../db/repositories/audit/auditChain.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { BalanceCounts } from '../../db/repositories/connections/settledOtherwise.ts';
import type { SyncRunRow } from '../../db/repositories/connections/syncRuns.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { deferAuditEntries } from '../audit/deferAuditEntries.ts';
import { beginRun, type Cause, endMarkRun } from '../commissions/recompute/index.ts';
import { nextSize } from '../shared/parts.ts';
import { Problem } from '../shared/problem.ts';
import { type ConnectionDeps, connectorOf, createConnectedContext } from './connected.ts';
import { refusalKind, type SyncPage } from './connector.ts';
import type { Fact, FactKind, FactOf } from './facts.ts';
import { noteConnectionFailure, noteSuccess } from './health.ts';
import { placeFacts } from './placeFacts.ts';
import { type HeldFact, type ImportContext, type SinkResult, sinks } from './sinks/index.ts';

type Counts = { created: number; changed: number; same: number; held: number; done: number; total: number | null };
/** Progress of a run: the checkpoint for the next attempt, and the counts so far. */
export type SyncRunProgress = Readonly<{ run: number; checkpoint: unknown; counts: Readonly<Counts> }>;
/**
 * `place`: progress of the previous attempt; `keep` saves progress within the transaction, and checks that this worker still owns the job.
 */
export type SyncWork = Readonly<{
  signal: AbortSignal;
  place: SyncRunProgress | null;
  keep: (place: SyncRunProgress, tx: Repositories) => Promise<void>;
  progress: (done: number, total: number | null) => Promise<void>;
  /** True if a temporary failure would be retried. */
  triesLeft: () => boolean;
}>;

const first: Counts = { created: 0, changed: 0, same: 0, held: 0, done: 0, total: null };
const batches = { least: 20, max: 500, quickMs: 40, slowMs: 150 } as const;
const FIRST_BATCH = 100;
/**
 * Refreshes planner statistics after this many new rows of a kind, then each time the count grows by the factor: a plan for few rows scans
 * a large table. Counted per kind, because payments arrive after the invoices, when their table was still empty.
 */
const ANALYZE_ROWS = { after: 1000, factor: 4 } as const;

/** Consecutive facts of one kind, at most `maxFacts`. */
export const nextBatch = (facts: readonly Fact[], from: number, maxFacts: number): readonly Fact[] => {
  const kind = facts[from]?.kind;
  const end = facts.findIndex((fact, index) => index >= from && fact.kind !== kind);
  return facts.slice(from, Math.min(from + maxFacts, end < 0 ? facts.length : end));
};

const importWithSink = <Kind extends FactKind>(
  tx: Repositories,
  kind: Kind,
  facts: readonly Fact[],
  context: ImportContext,
): Promise<SinkResult> => sinks[kind](tx, facts as unknown as readonly FactOf<Kind>[], context);

/**
 * Imports facts of one kind; saves those that fail as held records, and settles held records that now succeed. Facts placed by an answer
 * keep their record, so that they can be settled again when the answer changes.
 */
export const importFacts = async (tx: Repositories, facts: readonly Fact[], context: ImportContext): Promise<SinkResult> => {
  const [firstFact] = facts;
  if (!firstFact) return { created: 0, changed: 0, same: 0, held: [] };
  const { connection, runId, cause } = context;
  const { placed, answered, held: unplaced } = placeFacts(facts, connection);
  const imported =
    placed.length > 0 ? await importWithSink(tx, firstFact.kind, placed, context) : { created: 0, changed: 0, same: 0, held: [] };
  const held = [...unplaced, ...imported.held];
  const payloads = new Map(facts.map((fact) => [fact.external_id, fact]));
  const waiting = new Set(held.map(({ external_id }) => external_id));
  const rowOf = (fact: HeldFact) => ({ ...fact, kind: firstFact.kind, payload: payloads.get(fact.external_id) ?? null });
  await tx.heldRecords.put(connection.id, runId, held.map(rowOf));
  const placedByAnswer = answered.filter(({ external_id }) => !waiting.has(external_id));
  await tx.heldRecords.put(connection.id, runId, placedByAnswer.map(rowOf), { state: 'settled' });
  const recorded = new Set([...held, ...placedByAnswer].map(({ external_id }) => external_id));
  const settled = facts.flatMap(({ external_id }) => (recorded.has(external_id) ? [] : [external_id]));
  await tx.heldRecords.settlePlaced(connection.id, firstFact.kind, settled, cause.at);
  if (imported.created > 0) await tx.connections.addBrought(connection.id, firstFact.kind, imported.created);
  return { ...imported, held };
};

const causeOf = (connection: ConnectionRow, run: SyncRunRow, at: Date): Cause => ({
  actorId: run.created_by ?? connection.created_by ?? 0,
  at,
  origin: { network: '', requestId: `sync-${run.id}` },
  why: { kind: 'sync', run_id: run.id, title: connection.name },
});

/** Reads a connection page by page; each batch of facts is a short transaction, and an interrupted run resumes at its checkpoint. */
const read = async (deps: ConnectionDeps, connection: ConnectionRow, run: SyncRunRow, work: SyncWork): Promise<void> => {
  const { store, clock } = deps;
  let progress: SyncRunProgress =
    work.place?.run === run.id ? work.place : { run: run.id, checkpoint: connection.checkpoint ?? null, counts: first };
  const counts: Counts = { ...progress.counts };
  let [size, marksRun] = [FIRST_BATCH, null as number | null];
  const growthByKind = new Map<FactKind, { rows: number; analyzeAt: number }>();
  /** @returns whether to refresh planner statistics */
  const hasGrown = (kind: FactKind, created: number): boolean => {
    const planStatus = growthByKind.get(kind) ?? { rows: 0, analyzeAt: ANALYZE_ROWS.after };
    planStatus.rows += created;
    growthByKind.set(kind, planStatus);
    if (planStatus.rows < planStatus.analyzeAt) return false;
    planStatus.analyzeAt = planStatus.rows * ANALYZE_ROWS.factor;
    return true;
  };

  const importPage = async ({ facts, checkpoint, total }: SyncPage): Promise<void> => {
    counts.total = total ?? counts.total;
    for (let from = 0; from === 0 || from < facts.length; ) {
      work.signal.throwIfAborted();
      const batch = nextBatch(facts, from, size);
      if (batch.length > 0) marksRun ??= await beginRun(store, causeOf(connection, run, clock()));
      const startedAt = performance.now();
      from += batch.length;
      const isLast = from >= facts.length;
      let created = 0;
      const isStopped = await store.transaction(async (tx) => {
        // Locks the connection first, like a request for a run, to avoid a deadlock.
        const current = await tx.connections.lock(connection.id);
        const now = await tx.syncRuns.lock(run.id);
        if (now?.state !== 'processing' || !current) return true;
        const cause = causeOf(connection, run, clock());
        const { tx: deferringTx, entries } = deferAuditEntries(tx);
        const result = await importFacts(deferringTx, batch, { connection: current, runId: run.id, marksRun: marksRun ?? 0, cause });
        created = result.created;
        counts.created += created;
        counts.changed += result.changed;
        counts.same += result.same;
        counts.held += result.held.length;
        counts.done += batch.length;
        await tx.syncRuns.change(run.id, { counts });
        // If a user changed the settings since, the checkpoint is not valid for the next run.
        const hasNewSettings = current.settings.chosen_version !== connection.settings.chosen_version;
        if (isLast && !hasNewSettings) await tx.connections.keepCheckpoint(connection.id, checkpoint);
        if (isLast && canonicalJson(checkpoint ?? null) !== canonicalJson(progress.checkpoint))
          progress = { run: run.id, checkpoint: checkpoint ?? null, counts: { ...counts } };
        await work.keep(progress, tx);
        await tx.audit.writeAll(entries, cause.origin, cause.at);
        return false;
      });
      if (isStopped) throw new Problem(409, 'sync_stopped', messages.connections.stopped);
      size = nextSize(batches, size, performance.now() - startedAt);
      await work.progress(counts.done, counts.total);
      if (batch[0] && hasGrown(batch[0].kind, created)) await store.marks.analyze(true);
      await setImmediate();
      if (facts.length === 0) return;
    }
  };

  try {
    const connected = await createConnectedContext(deps, connection, work.signal);
    for await (const page of connectorOf(deps, connection.kind).sync(connected, connection.checkpoint ?? null)) await importPage(page);
  } finally {
    if (marksRun !== null) await endMarkRun(store, marksRun);
  }
};

/** The balance counts of an accounting system (decisions 2.27). A run that read nothing repeats those of the previous run. */
const readBalances = async (deps: ConnectionDeps, connection: ConnectionRow, run: SyncRunRow): Promise<BalanceCounts | null> => {
  const { store } = deps;
  if (connectorOf(deps, connection.kind).brings !== 'invoices') return null;
  const now = await store.syncRuns.byId(run.id);
  const [last] = now?.counts.done === 0 ? await store.syncRuns.page(connection.id, run.id, 1) : [];
  const { settled, differing } = last?.counts ?? {};
  return !last || settled == null || differing == null
    ? store.settledOtherwise.countsOf(connection.id)
    : { settled, differing, differing_invoices: last.differing_invoices };
};

/** Moves the run to the state after the event, unless it has already ended. */
const finishSync = async (
  { store, clock }: ConnectionDeps,
  run: SyncRunRow,
  state: 'completed' | 'failed' | 'cancelled',
  error: string | null,
  balances: BalanceCounts | null = null,
): Promise<void> =>
  store.transaction(async (tx) => {
    await tx.connections.lock(run.connection_id);
    const now = await tx.syncRuns.lock(run.id);
    if (now?.state !== 'processing' && now?.state !== 'queued') return;
    const { differing_invoices: differing, ...counted } = balances ?? {};
    const counts = differing ? { counts: { ...now.counts, ...counted }, differing_invoices: differing } : {};
    await tx.syncRuns.change(run.id, { state, error, finished_at: clock().toISOString(), ...counts });
    if (state === 'completed') await noteSuccess(tx, run.connection_id, { sync: true }, clock());
  });

/**
 * Executes a connection's active run. The queue retries temporary errors; errors that a person must fix put the connection into error or
 * expired, and notify every administrator.
 */
export const runSync = async (deps: ConnectionDeps, connectionId: number, work: SyncWork): Promise<void> => {
  const { store, clock } = deps;
  const [run, connection] = [await store.syncRuns.live(connectionId), await store.connections.byId(connectionId)];
  if (!run) return;
  if (!connection || connection.state === 'pending') return finishSync(deps, run, 'cancelled', null);
  await store.syncRuns.change(run.id, { state: 'processing', started_at: run.started_at ?? clock().toISOString(), error: null });
  try {
    await read(deps, connection, run, work);
    // Counted before the transaction, which locks the connection.
    await finishSync(deps, run, 'completed', null, await readBalances(deps, connection, run));
  } catch (error) {
    if (work.signal.aborted) throw error;
    const kind = refusalKind(error);
    const isTemporary = !(error instanceof Problem) || kind === 'rate_limited' || kind === 'upstream_down';
    const message = error instanceof Problem ? error.message : messages.connections.syncFailed;
    if (isTemporary && work.triesLeft()) {
      await store.syncRuns.change(run.id, { error: message });
      throw error;
    }
    const isStopped = error instanceof Problem && error.code === 'sync_stopped';
    // Updates the connection first, so that nobody sees a failed run on a healthy connection.
    if (!isStopped)
      await noteConnectionFailure(deps, connectionId, { kind, sentence: message, run: run.id, isAwaited: run.created_by !== null });
    await finishSync(deps, run, isStopped ? 'cancelled' : 'failed', isStopped ? null : message);
    throw error;
  }
};
