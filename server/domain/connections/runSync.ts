import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { messages } from '../../../contract/messages.ts';
import { refusalKind, type SyncPage } from '../../connectors/connector.ts';
import { canonicalJson } from '../../db/repositories/audit/auditChain.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { SyncRunRow } from '../../db/repositories/connections/syncRuns.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { auditLast } from '../audit/auditLast.ts';
import { beginRun, type Cause, endWriting } from '../commissions/recompute/index.ts';
import { nextSize } from '../shared/parts.ts';
import { Problem } from '../shared/problem.ts';
import { connectedOf, connectorOf, type Deps } from './connected.ts';
import type { Fact, FactKind, FactOf } from './facts.ts';
import { noteFailure, noteSuccess } from './health.ts';
import { sinks, type Taken, type Taking } from './sinks/index.ts';

type Counts = { created: number; changed: number; same: number; held: number; done: number; total: number | null };
/** How far a run is: where another try goes on, and what had been counted there. */
export type Place = Readonly<{ run: number; checkpoint: unknown; counts: Readonly<Counts> }>;
/** `place`: of the try before; `keep` proves, in the transaction that it is given, that the job is still this worker's. */
export type SyncWork = Readonly<{
  signal: AbortSignal;
  place: Place | null;
  keep: (place: Place, within: Repositories) => Promise<void>;
  progress: (done: number, total: number | null) => Promise<void>;
  /** Whether another try would be made if this one failed for now. */
  triesLeft: () => boolean;
}>;

const first: Counts = { created: 0, changed: 0, same: 0, held: 0, done: 0, total: null };
const batches = { least: 20, most: 500, quickMs: 40, slowMs: 150 } as const;
const FIRST_BATCH = 100;
/**
 * So many new rows of a kind, then each time so many more again, and the database is told how its tables have grown: a plan for few rows
 * reads all of many. Of each kind by itself: payments come after the invoices, and their table was empty when those were counted.
 */
const analyze = { after: 1000, factor: 4 } as const;

/** Neighbours of one kind, at most so many. */
const nextBatch = (facts: readonly Fact[], from: number, most: number): readonly Fact[] => {
  const kind = facts[from]?.kind;
  const end = facts.findIndex((fact, at) => at >= from && fact.kind !== kind);
  return facts.slice(from, Math.min(from + most, end < 0 ? facts.length : end));
};

const take = <Kind extends FactKind>(within: Repositories, kind: Kind, facts: readonly Fact[], taking: Taking): Promise<Taken> =>
  sinks[kind](within, facts as unknown as readonly FactOf<Kind>[], taking);

/** Takes facts of one kind over; those that wait are kept for a person, those that waited and could be taken in are settled. */
export const takeFacts = async (within: Repositories, facts: readonly Fact[], taking: Taking): Promise<Taken> => {
  const [one] = facts;
  if (!one) return { created: 0, changed: 0, same: 0, held: [] };
  const taken = await take(within, one.kind, facts, taking);
  const { connection, runId, cause } = taking;
  const payloads = new Map(facts.map((fact) => [fact.external_id, fact]));
  const waiting = new Set(taken.held.map(({ external_id }) => external_id));
  const held = taken.held.map((each) => ({ ...each, kind: one.kind, payload: payloads.get(each.external_id) ?? null }));
  await within.heldRecords.put(connection.id, runId, held);
  const settled = facts.flatMap(({ external_id }) => (waiting.has(external_id) ? [] : [external_id]));
  await within.heldRecords.settle(connection.id, one.kind, settled, null, cause.at);
  if (taken.created > 0) await within.connections.addBrought(connection.id, one.kind, taken.created);
  return taken;
};

const causeOf = (connection: ConnectionRow, run: SyncRunRow, at: Date): Cause => ({
  actorId: run.created_by ?? connection.created_by ?? 0,
  at,
  origin: { network: '', requestId: `sync-${run.id}` },
  why: { kind: 'sync', run_id: run.id, title: connection.name },
});

/** Reads a connection to its end, page by page; every batch of facts is a short transaction, and a run that is cut off goes on where it was. */
const read = async (deps: Deps, connection: ConnectionRow, run: SyncRunRow, work: SyncWork): Promise<void> => {
  const { store, clock } = deps;
  let place: Place = work.place?.run === run.id ? work.place : { run: run.id, checkpoint: connection.checkpoint ?? null, counts: first };
  const counts: Counts = { ...place.counts };
  let [size, marksRun] = [FIRST_BATCH, null as number | null];
  const grown = new Map<FactKind, { rows: number; analyzeAt: number }>();
  /** @returns whether the database is to be told */
  const grows = (kind: FactKind, created: number): boolean => {
    const own = grown.get(kind) ?? { rows: 0, analyzeAt: analyze.after };
    own.rows += created;
    grown.set(kind, own);
    if (own.rows < own.analyzeAt) return false;
    own.analyzeAt = own.rows * analyze.factor;
    return true;
  };

  const takePage = async ({ facts, checkpoint, total }: SyncPage): Promise<void> => {
    counts.total = total ?? counts.total;
    for (let from = 0; from === 0 || from < facts.length; ) {
      work.signal.throwIfAborted();
      const batch = nextBatch(facts, from, size);
      if (batch.length > 0) marksRun ??= await beginRun(store, causeOf(connection, run, clock()));
      const begun = performance.now();
      from += batch.length;
      const isLast = from >= facts.length;
      let created = 0;
      const isStopped = await store.transaction(async (within) => {
        // The connection first, as who asks for a run does: the other way round the two would wait for each other.
        const here = await within.connections.lock(connection.id);
        const now = await within.syncRuns.lock(run.id);
        if (now?.state !== 'processing' || !here) return true;
        const cause = causeOf(connection, run, clock());
        const { within: keeping, entries } = auditLast(within);
        const taken = await takeFacts(keeping, batch, { connection: here, runId: run.id, marksRun: marksRun ?? 0, cause });
        created = taken.created;
        counts.created += created;
        counts.changed += taken.changed;
        counts.same += taken.same;
        counts.held += taken.held.length;
        counts.done += batch.length;
        await within.syncRuns.change(run.id, { counts });
        // Read by settings that a person has changed since, it is no place to go on from.
        const isChosen = here.settings.chosen_version !== connection.settings.chosen_version;
        if (isLast && !isChosen) await within.connections.keepCheckpoint(connection.id, checkpoint);
        if (isLast && canonicalJson(checkpoint ?? null) !== canonicalJson(place.checkpoint))
          place = { run: run.id, checkpoint: checkpoint ?? null, counts: { ...counts } };
        await work.keep(place, within);
        await within.audit.writeAll(entries, cause.origin, cause.at);
        return false;
      });
      if (isStopped) throw new Problem(409, 'sync_stopped', messages.connections.stopped);
      size = nextSize(batches, size, performance.now() - begun);
      await work.progress(counts.done, counts.total);
      if (batch[0] && grows(batch[0].kind, created)) await store.marks.analyze(true);
      await setImmediate();
      if (facts.length === 0) return;
    }
  };

  try {
    const connected = await connectedOf(deps, connection, work.signal);
    for await (const page of connectorOf(deps, connection.kind).sync(connected, connection.checkpoint ?? null)) await takePage(page);
  } finally {
    if (marksRun !== null) await endWriting(store, marksRun);
  }
};

type Balances = Readonly<{ settled: number; differing: number }>;
/** The counts for an accounting system (decisions 2.27). A run that read nothing keeps those of the run before it. */
const balancesOf = async (deps: Deps, connection: ConnectionRow, run: SyncRunRow): Promise<Balances | null> => {
  const { store } = deps;
  if (connectorOf(deps, connection.kind).brings !== 'invoices') return null;
  const now = await store.syncRuns.byId(run.id);
  const [last] = now?.counts.done === 0 ? await store.syncRuns.page(connection.id, run.id, 1) : [];
  const { settled, differing } = last?.counts ?? {};
  return settled == null || differing == null ? store.settledOtherwise.countsOf(connection.id) : { settled, differing };
};

/** Moves the run by an event of its life. @returns false where it ended meanwhile */
const end = async (
  { store, clock }: Deps,
  run: SyncRunRow,
  state: 'completed' | 'failed' | 'cancelled',
  error: string | null,
  balances: Balances | null = null,
): Promise<void> =>
  store.transaction(async (within) => {
    await within.connections.lock(run.connection_id);
    const now = await within.syncRuns.lock(run.id);
    if (now?.state !== 'processing' && now?.state !== 'queued') return;
    const counts = balances ? { counts: { ...now.counts, ...balances } } : {};
    await within.syncRuns.change(run.id, { state, error, finished_at: clock().toISOString(), ...counts });
    if (state === 'completed') await noteSuccess(within, run.connection_id, { sync: true }, clock());
  });

/**
 * Does the live run of a connection. What cannot be read for now is tried again by the queue; what a person has to put right leaves the
 * connection in error, or expired, and tells every administrator.
 */
export const runSync = async (deps: Deps, connectionId: number, work: SyncWork): Promise<void> => {
  const { store, clock } = deps;
  const [run, connection] = [await store.syncRuns.live(connectionId), await store.connections.byId(connectionId)];
  if (!run) return;
  if (!connection || connection.state === 'pending') return end(deps, run, 'cancelled', null);
  await store.syncRuns.change(run.id, { state: 'processing', started_at: run.started_at ?? clock().toISOString(), error: null });
  try {
    await read(deps, connection, run, work);
    // Counted before the transaction, which locks the connection.
    await end(deps, run, 'completed', null, await balancesOf(deps, connection, run));
  } catch (error) {
    if (work.signal.aborted) throw error;
    const kind = refusalKind(error);
    const isForNow = !(error instanceof Problem) || kind === 'rate_limited' || kind === 'upstream_down';
    const sentence = error instanceof Problem ? error.message : messages.connections.syncFailed;
    if (isForNow && work.triesLeft()) {
      await store.syncRuns.change(run.id, { error: sentence });
      throw error;
    }
    const isStopped = error instanceof Problem && error.code === 'sync_stopped';
    // The connection first: nobody may see a failed run on a connection that still looks fine.
    if (!isStopped) await noteFailure(deps, connectionId, { kind, sentence, run: run.id, asked: run.created_by !== null });
    await end(deps, run, isStopped ? 'cancelled' : 'failed', isStopped ? null : sentence);
    throw error;
  }
};
