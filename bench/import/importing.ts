import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import { openStore } from '../../server/db/repositories/store.ts';
import { yieldingDatabase } from '../../server/db/yieldingDatabase.ts';
import { computeMarks } from '../../server/domain/commissions/recompute/index.ts';
import { createImport, endUpload, findImport, mapImport, savePart, startImport } from '../../server/domain/imports/importSteps.ts';
import { IMPORT_JOB } from '../../server/domain/imports/processImport.ts';
import type { RequestPriority } from '../../server/domain/shared/requestPriority.ts';
import { MARKS_JOB, marksPlanner } from '../../server/jobs/computeMarks.ts';
import { importFile } from '../../server/jobs/importFile.ts';
import { createWorker } from '../../server/jobs/worker.ts';
import type { Company } from './company.ts';

const BEGAN = Date.parse('2026-11-21T19:00:00Z');
/** A fixed company day, independent of when the benchmark runs. */
export const clock = (): Date => new Date(BEGAN + performance.now());
const LOOK_MS = 250;
const { partBytes } = limits.imports;

export type Importing = Readonly<{
  /** Imports a file the way the screens do. @returns when each stage ended, in seconds from its first byte */
  run: (file: Buffer, name: string) => Promise<Readonly<{ previewed: number; written: number }>>;
  /** Resolves when no figure is waiting to be computed. */
  settled: () => Promise<void>;
  stop: () => Promise<void>;
}>;

/**
 * Imports files through the product's own path: upload in parts, mapping, preview and run, using its use cases and its worker with its
 * lanes.
 * @param report called after each transaction that computes marked records
 */
export const importing = (
  { db, boss }: Company,
  requestPriority: RequestPriority,
  report: (ms: number, written: number) => void,
): Importing => {
  const store = openStore(yieldingDatabase(db, requestPriority.yieldToRequests));
  const failures: unknown[] = [];
  const log = (error: unknown): void => void failures.push(error);
  const compute = async (_: unknown, { signal }: { signal: AbortSignal }): Promise<null> => {
    await computeMarks(store, clock, { signal, took: report });
    return null;
  };
  const handlers = {
    [IMPORT_JOB]: { lane: 'long', handle: importFile(store, clock) },
    [MARKS_JOB]: { lane: 'figures', handle: compute },
  } as const;
  const worker = createWorker({ store, clock, handlers, log, plan: marksPlanner(store, clock) });
  worker.start();
  const heads = { config: 0, periods: 0, people: 0, moment: '' };
  const principal = { actor: { id: String(boss), role: 'admin' }, userId: boss, sessionId: 0, mustChangePassword: false, heads } as const;
  const [deps, asker] = [
    { store, clock },
    { principal, origin: { network: 'bench', requestId: 'bench', device: '' } },
  ];

  const isAt = async (id: number, state: string): Promise<void> => {
    worker.nudge();
    for (;;) {
      const result = await findImport(deps, id);
      if (result.state === state) return;
      if (result.error !== null || failures.length > 0) throw new Error(`import: ${result.state} ${result.error}`, { cause: failures[0] });
      await pause(LOOK_MS);
    }
  };

  return {
    run: async (file, name) => {
      const from = performance.now();
      const since = (): number => (performance.now() - from) / 1000;
      const id = Number((await createImport(deps, asker, { kind: 'invoices', file_name: name, size: file.length })).id);
      for (let part = 0; part * partBytes < file.length; part += 1)
        await savePart(deps, id, part, file.subarray(part * partBytes, (part + 1) * partBytes));
      await endUpload(deps, asker, id);
      await isAt(id, 'mapping');
      await mapImport(deps, asker, id, { mapping: (await findImport(deps, id)).mapping });
      await isAt(id, 'previewed');
      const previewed = since();
      await startImport(deps, asker, id);
      await isAt(id, 'completed');
      return { previewed, written: since() };
    },
    settled: async () => {
      while (await store.marks.any()) await pause(LOOK_MS);
    },
    stop: worker.stop,
  };
};
