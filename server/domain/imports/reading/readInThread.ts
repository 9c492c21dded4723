import { Worker } from 'node:worker_threads';
import { limits } from '../../../../contract/limits.ts';
import { fill } from '../../../../contract/messages/fill.ts';
import { importProblems as t } from '../../../../contract/messages/importProblems.ts';
import { Problem } from '../../shared/problem.ts';
import type { FileContents, NewRow, RowBatches } from './analyzeFile.ts';
import type { StoredFile } from './bytes.ts';

export type ReadingThreadStart = Readonly<{ size: number; batchRows: number }>;
/** Messages of the thread: requests for file parts, rows to store, and finally `found` or `refused`. */
type Question = Readonly<{ part: number } | { rows: readonly NewRow[] }>;
export type ReadingRequest = Readonly<{ id: number; what: Question | Readonly<{ found: FileContents } | { refused: string }> }>;
type Answer = (what: Question) => Promise<ThreadReply['value']>;
/** `timeoutMs`: limit for the thread's own work. */
type ReadingBounds = Readonly<{ memoryMb: number; timeoutMs: number }>;
export type ThreadReply = Readonly<{ id: number; value: Uint8Array | number }>;

/**
 * In dist/server the script is next to main.js. In the sources it is next to this file and needs a loader, which compiles it for each
 * thread (0.9 s of processor time); tests compile it once.
 */
const { COMPILED_READING_THREAD: compiled } = process.env;
const needsLoader = import.meta.url.endsWith('.ts') && compiled === undefined;
const source = `import('tsx/esm/api').then(({ tsImport }) => tsImport('./readingThread.ts', '${import.meta.url}'))`;
const script = needsLoader ? source : (compiled ?? new URL('readingThread.js', import.meta.url));

/** Calls `onExpired` once the thread has worked for `limitMs`; time spent waiting for the database does not count. */
const createStopwatch = (limitMs: number, onExpired: () => void) => {
  let leftMs = limitMs;
  let startedAt = performance.now();
  let timer = setTimeout(onExpired, leftMs);
  let waiting = 0;
  const stop = (): void => clearTimeout(timer);
  return {
    stop,
    /** Pauses while the main thread works for the thread. */
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      if (waiting === 0) {
        stop();
        leftMs -= performance.now() - startedAt;
      }
      waiting += 1;
      const result = await work();
      waiting -= 1;
      if (waiting === 0) {
        startedAt = performance.now();
        timer = setTimeout(onExpired, Math.max(0, leftMs));
      }
      return result;
    },
  };
};

/** Not worth a retry: the result would be the same. */
const unreadableProblem = (message: string): Problem => new Problem(422, 'file_unreadable', message);
const isOutOfMemory = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
/** An error that no file should cause: stops the reading, and logs the cause for the operator. */
const readingFailedProblem = (cause: unknown): Problem => Object.assign(unreadableProblem(t.readingFailed), { cause });

/** Resolves with the thread's result, or rejects with the reason for a missing one. */
const waitForResult = (thread: Worker, signal: AbortSignal, bounds: ReadingBounds, answer: Answer): Promise<FileContents> =>
  new Promise<FileContents>((resolve, reject) => {
    const minutes = Math.ceil(bounds.timeoutMs / 60_000);
    const stopwatch = createStopwatch(bounds.timeoutMs, () => reject(unreadableProblem(fill(t.readingTooLong, { minutes }))));
    const abort = (): void => reject(signal.reason);
    const handleMessage = async ({ id, what }: ReadingRequest): Promise<void> => {
      if ('found' in what) resolve(what.found);
      else if ('refused' in what) reject(unreadableProblem(what.refused));
      else thread.postMessage({ id, value: await answer(what) } satisfies ThreadReply);
    };
    signal.addEventListener('abort', abort, { once: true });
    thread.on('message', (request: ReadingRequest) => void stopwatch.during(() => handleMessage(request)).catch(reject));
    thread.on('error', (error) => reject(isOutOfMemory(error) ? unreadableProblem(t.readingTooLarge) : readingFailedProblem(error)));
    thread.on('exit', (code) => {
      stopwatch.stop();
      signal.removeEventListener('abort', abort);
      reject(readingFailedProblem(new Error(`the reading thread ended with exit code ${code}`)));
    });
  });

/**
 * Reads a file in a separate thread, limited in memory and time.
 * @throws Problem 422 for an unreadable file, with `cause` if the thread failed; errors of `file` or `write` unchanged
 */
export const readInThread = async (
  file: StoredFile,
  { batchRows, write }: RowBatches,
  signal: AbortSignal,
  bounds: ReadingBounds = limits.imports.reading,
): Promise<FileContents> => {
  signal.throwIfAborted();
  const thread = new Worker(script, {
    eval: needsLoader,
    workerData: { size: file.size, batchRows } satisfies ReadingThreadStart,
    resourceLimits: { maxOldGenerationSizeMb: bounds.memoryMb },
    execArgv: [],
  });
  let lastWrite: Promise<unknown> = Promise.resolve();
  const answer: Answer = (request) => {
    if ('part' in request) return file.part(request.part);
    const written = write(request.rows);
    lastWrite = written;
    return written;
  };
  try {
    return await waitForResult(thread, signal, bounds, answer);
  } finally {
    await thread.terminate();
    // A repeated reading first deletes the old rows, so no write may follow.
    await lastWrite.catch(() => {});
  }
};
