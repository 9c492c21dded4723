import type { Store } from '../db/repositories/store.ts';
import type { ImportRequest } from '../domain/imports/deciding/index.ts';
import { processImport } from '../domain/imports/processImport.ts';
import type { Clock } from '../domain/shared/clock.ts';
import type { Handler } from './handler.ts';

/** Runs the next step of a file import. */
export const importFile =
  (store: Store, clock: Clock): Handler =>
  async (job, { signal, checkpoint }) => {
    await processImport({ store, clock }, job.payload as ImportRequest, job.checkpoint, { signal, keep: checkpoint });
    return null;
  };
