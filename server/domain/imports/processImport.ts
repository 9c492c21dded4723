import type { ImportEvent, ImportState } from '../../../contract/lifecycles/importRun.ts';
import { importLifecycle } from '../../../contract/lifecycles/importRun.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { limits } from '../../../contract/limits.ts';
import { importProblems as text } from '../../../contract/messages/importProblems.ts';
import { isDiskFull } from '../../db/diskFull.ts';
import type { ImportChange, ImportRunRow } from '../../db/repositories/imports/importRuns.ts';
import type { Repositories, Store } from '../../db/repositories/store.ts';
import { beginRun, endMarkRun } from '../commissions/recompute/index.ts';
import { ignoreProposed } from '../facts/proposable.ts';
import type { Clock } from '../shared/clock.ts';
import { type PartBounds, runInParts } from '../shared/parts.ts';
import { Problem } from '../shared/problem.ts';
import { decidingOf, type ImportRequest, importCauseOf } from './deciding/index.ts';
import { indexRows } from './indexRows.ts';
import { importOwnRows } from './ownRows.ts';
import { previewImport } from './preview/index.ts';
import { readImport } from './readImport.ts';
import { countsOf, RUN_START, type RunPosition, runBatch, skipUnchanged } from './runImport.ts';
import { suggestLayout } from './suggestLayout.ts';
import { UndoRefused, undoBatch } from './undoImport.ts';
import type { WriteContext } from './writing/index.ts';

export const IMPORT_JOB = 'import';
type Deps = Readonly<{ store: Store; clock: Clock }>;
/** `keep` saves the checkpoint in the transaction of the work, and throws if another worker has taken the job. */
export type ImportWork = Readonly<{ signal: AbortSignal; keep: (checkpoint: Checkpoint, tx?: Repositories) => Promise<void> }>;
/**
 * `stage`: the stage of the import that the job is in; a job may go through several. `batches`: number of batches written, which shows
 * progress if a worker is lost.
 */
type Checkpoint = Readonly<{ stage: Stage; marks_run?: number; batches?: number }>;
type Stage = 'read' | 'preview' | 'write' | 'undo';
const stages: Readonly<Partial<Record<ImportState, Stage>>> = {
  reading: 'read',
  previewing: 'preview',
  queued: 'write',
  processing: 'write',
  undoing: 'undo',
};

/** The state after the event. @returns null if the transition is not allowed */
export const importStateAfter = (
  { state, written, waiting, counts, taken_back: takenBack }: Pick<ImportRunRow, 'state' | 'written' | 'waiting' | 'counts' | 'taken_back'>,
  type: ImportEvent['type'],
): ImportState | null => {
  const { rows, done } = countsOf(counts);
  return step(importLifecycle, state, { type }, { written, waiting, left: rows - done, takenBack }) as ImportState | null;
};

/** Moves the run by an event and applies the change, unless its state no longer allows the event. */
const moveRun = ({ store }: Deps, runId: number, type: ImportEvent['type'], change: ImportChange = {}): Promise<boolean> =>
  store.transaction(async (tx) => {
    const run = await tx.importRuns.lock(runId);
    const state = run ? importStateAfter(run, type) : null;
    if (state === null) return false;
    await tx.importRuns.change(runId, { state, ...change });
    return true;
  });

const read = async (deps: Deps, run: ImportRunRow, signal: AbortSignal): Promise<void> => {
  const { store } = deps;
  const part = async (partIndex: number): Promise<Buffer> => Buffer.from((await store.importRows.part(run.id, partIndex)) ?? []);
  try {
    const contents = await readImport(store, run.id, { size: run.size_bytes, part }, signal);
    const remembered = await store.importRuns.rememberedMapping(run.kind, contents.shape);
    const { warnings, ...suggestion } = suggestLayout(run.kind, contents, remembered);
    await store.importRuns.changeReading(run.id, {
      header_row: contents.headerRow,
      columns: contents.columns,
      warnings: [...contents.warnings, ...warnings],
      shape: contents.shape,
      ...suggestion,
      remembered: remembered !== undefined,
    });
    await store.importRows.analyze();
    await moveRun(deps, run.id, 'read', { content_hash: contents.hash, counts: { rows: contents.rows } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await moveRun(deps, run.id, 'unreadable', { error: error.message, finished_at: deps.clock().toISOString() });
    // Thrown to be logged as a failed job; a Problem is not retried.
    if (error.cause) throw error;
  }
};

/** Adaptive batch size: unchanged rows cost little, and others wait for the transaction. */
const batches = { least: 100, max: 4 * limits.imports.chunk, quickMs: 30, slowMs: 150 } as const satisfies PartBounds;

/**
 * `assertHeld`: called first in a batch's transaction, so that only the job's owner commits; the audit entry comes last, because all
 * writers lock it.
 */
type BatchMarking = Readonly<{ marksRun: number; assertHeld: (tx: Repositories) => Promise<void> }>;

/** Imports the rows that pay the importer last; if they would raise that pay, they wait for another person. */
const importOwnRowsLast = async (
  deps: Deps,
  { id, created_by }: ImportRunRow,
  { network, request_id: requestId }: ImportRequest,
): Promise<void> => {
  const user = created_by === null ? undefined : await deps.store.users.byId(created_by);
  if (!user) return;
  const author = { actor: { id: String(user.id), role: user.role }, userId: user.id };
  await importOwnRows(deps, author, id, { network, requestId, device: '' }).catch(ignoreProposed);
};

/** Writes batch by batch, each in a transaction that only this worker can commit; a canceled run stops between batches. */
const write = async (
  deps: Deps,
  run: ImportRunRow,
  request: ImportRequest,
  { marksRun, assertHeld }: BatchMarking,
  { signal }: ImportWork,
): Promise<void> => {
  const { store, clock } = deps;
  const context = await decidingOf(deps, run, request.actor_id);
  const started = run.started_at ?? clock().toISOString();
  if (!(await moveRun(deps, run.id, 'take', { started_at: started, error: null, counts: countsOf(run.counts) }))) return;
  // A question may have been answered since the rows were read.
  if (run.started_at !== null) await indexRows(store, context, (after, size) => store.importRows.unread(run.id, after, size), signal);
  let passed: number | null = 0;
  await runInParts(batches, limits.imports.chunk, signal, (size) =>
    store.transaction(async (tx) => {
      const now = await tx.importRuns.lock(run.id);
      if (now?.state !== 'processing' || passed === null) return false;
      passed = await skipUnchanged(tx, now, size, passed);
      return passed !== null;
    }),
  );
  let [position, isStopped]: [RunPosition | null, boolean] = [RUN_START, false];
  await runInParts(batches, limits.imports.batch, signal, (size) =>
    store.transaction(async (tx) => {
      const now = await tx.importRuns.lock(run.id);
      isStopped = now?.state !== 'processing';
      if (now?.state !== 'processing' || position === null) return false;
      await assertHeld(tx);
      const cause = importCauseOf(request, now, 'import', clock());
      const writing: WriteContext = { runId: now.id, marksRun, connectionId: now.connection_id, cause };
      position = await runBatch(tx, { run: now, deciding: context, writing, size }, position);
      return position !== null;
    }),
  );
  if (isStopped) return;
  await importOwnRowsLast(deps, run, request);
  await moveRun(deps, run.id, 'complete', { finished_at: clock().toISOString() });
};

const undo = async (
  deps: Deps,
  run: ImportRunRow,
  request: ImportRequest,
  { marksRun, assertHeld }: BatchMarking,
  { signal }: ImportWork,
): Promise<void> => {
  const { store, clock } = deps;
  try {
    await runInParts(batches, limits.imports.batch, signal, (size) =>
      store.transaction(async (tx) => {
        await tx.importRuns.lock(run.id);
        const cause = importCauseOf(request, run, 'import_undone', clock());
        await assertHeld(tx);
        return undoBatch(tx, { runId: run.id, marksRun, connectionId: run.connection_id, cause }, size);
      }),
    );
  } catch (error) {
    if (!(error instanceof UndoRefused)) throw error;
    await moveRun(deps, run.id, 'fail', { error: error.message, finished_at: clock().toISOString() });
    return;
  }
  await store.quarantine.end(run.id, clock());
  await moveRun(deps, run.id, 'undo.ended', { finished_at: clock().toISOString() });
};

const preview = async (deps: Deps, run: ImportRunRow, request: ImportRequest, signal: AbortSignal): Promise<void> => {
  await previewImport(deps.store, run, await decidingOf(deps, run, request.actor_id), deps.clock(), signal);
  await moveRun(deps, run.id, 'preview', { error: null });
};

/** Does the work for the run's state: reads the file, previews, writes or undoes it; resumes interrupted work. */
export const processImport = async (deps: Deps, request: ImportRequest, checkpoint: unknown, work: ImportWork): Promise<void> => {
  const { store, clock } = deps;
  const run = await store.importRuns.byId(request.run_id);
  if (!run) return;
  try {
    const stage = stages[run.state];
    const checkpointBefore = checkpoint as Checkpoint | null;
    const before = checkpointBefore?.stage === stage ? checkpointBefore : null;
    if (stage === 'read' || stage === 'preview') {
      // Saving a checkpoint renews the job's tries, which reading must not do: the file might crash the server.
      if (before === null && stage !== 'read') await work.keep({ stage });
      await (stage === 'read' ? read(deps, run, work.signal) : preview(deps, run, request, work.signal));
    } else if (stage) {
      const marksRun =
        before?.marks_run ?? (await beginRun(store, importCauseOf(request, run, stage === 'undo' ? 'import_undone' : 'import', clock())));
      let batches = before?.batches ?? 0;
      if (before === null) await work.keep({ stage, marks_run: marksRun, batches });
      const assertHeld = async (tx: Repositories): Promise<void> => {
        batches += 1;
        await work.keep({ stage, marks_run: marksRun, batches }, tx);
      };
      await (stage === 'undo' ? undo : write)(deps, run, request, { marksRun, assertHeld }, work);
      await endMarkRun(store, marksRun);
    }
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await moveRun(deps, run.id, run.state === 'previewing' ? 'preview.failed' : run.state === 'reading' ? 'unreadable' : 'fail', {
      error: text.noRoom,
      finished_at: clock().toISOString(),
    });
    throw new Problem(507, 'no_room', text.noRoom);
  }
};
