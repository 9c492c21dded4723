import { limits } from '../../../contract/limits.ts';
import type { Store } from '../../db/repositories/store.ts';
import { createPacer } from '../shared/parts.ts';
import { type FileContents, readInThread, type StoredFile } from './reading/index.ts';

/**
 * Reads a file into rows of the run, at most a thousand per statement. It may be repeated, because it first deletes the rows of an
 * interrupted reading.
 * @throws Problem 422 for an unreadable file
 */
export const readImport = async (
  { importRows }: Pick<Store, 'importRows'>,
  runId: number,
  file: StoredFile,
  signal: AbortSignal,
): Promise<FileContents> => {
  await importRows.clear(runId);
  const pacer = createPacer(limits.imports.paced, limits.imports.batch);
  const write = async (rows: Parameters<typeof importRows.add>[1]): Promise<number> => {
    await pacer.of(importRows.add(runId, rows));
    return pacer.size();
  };
  return readInThread(file, { batchRows: pacer.size(), write }, signal);
};
