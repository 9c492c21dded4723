import { Worker } from 'node:worker_threads';
import { limits } from '../../../../contract/limits.ts';
import { fill } from '../../../../contract/messages/fill.ts';
import { importProblems as t } from '../../../../contract/messages/imports.ts';
import { Problem } from '../../shared/problem.ts';
import type { FileContents, NewRow, RowBatches } from './analyseFile.ts';
import type { StoredFile } from './bytes.ts';

export type ThreadStart = Readonly<{ size: number; batchRows: number }>;
/** The thread asks for parts of the file and hands rows over; `found` or `refused` comes last. */
type Question = Readonly<{ part: number } | { rows: readonly NewRow[] }>;
export type ThreadRequest = Readonly<{ id: number; what: Question | Readonly<{ found: FileContents } | { refused: string }> }>;
type Answer = (what: Question) => Promise<ThreadReply['value']>;
/** `timeoutMs`: of the thread's own work. */
type ReadingBounds = Readonly<{ memoryMb: number; timeoutMs: number }>;
export type ThreadReply = Readonly<{ id: number; value: Uint8Array | number }>;

/** Next to main.js in dist/server, and next to this file in the sources, which need a loader. */
const isSource = import.meta.url.endsWith('.ts');
const source = `import('tsx/esm/api').then(({ tsImport }) => tsImport('./readingThread.ts', '${import.meta.url}'))`;
const script = isSource ? source : new URL('readingThread.js', import.meta.url);

/** Runs `onExpired` once the thread has worked for `limitMs`; waiting for the database does not count. */
const createStopwatch = (limitMs: number, onExpired: () => void) => {
  let leftMs = limitMs;
  let startedAt = performance.now();
  let timer = setTimeout(onExpired, leftMs);
  let waiting = 0;
  const stop = (): void => clearTimeout(timer);
  return {
    stop,
    /** Stands still until the work for the thread is done. */
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      if (waiting === 0) {
        stop();
        leftMs -= performance.now() - startedAt;
      }
      waiting += 1;
      const done = await work();
      waiting -= 1;
      if (waiting === 0) {
        startedAt = performance.now();
        timer = setTimeout(onExpired, Math.max(0, leftMs));
      }
      return done;
    },
  };
};

/** Another try would find the same. */
const unreadable = (message: string): Problem => new Problem(422, 'file_unreadable', message);
const isOutOfMemory = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
/** An error that no file should cause: its reading ends, and whoever runs the server finds it in the log. */
const failedReading = (cause: unknown): Problem => Object.assign(unreadable(t.readingFailed), { cause });

/** What became of the thread: its result, or the reason why there is none. */
const resultOf = (thread: Worker, signal: AbortSignal, bounds: ReadingBounds, answer: Answer): Promise<FileContents> =>
  new Promise<FileContents>((resolve, reject) => {
    const minutes = Math.ceil(bounds.timeoutMs / 60_000);
    const stopwatch = createStopwatch(bounds.timeoutMs, () => reject(unreadable(fill(t.readingTooLong, { minutes }))));
    const abort = (): void => reject(signal.reason);
    const hear = async ({ id, what }: ThreadRequest): Promise<void> => {
      if ('found' in what) resolve(what.found);
      else if ('refused' in what) reject(unreadable(what.refused));
      else thread.postMessage({ id, value: await answer(what) } satisfies ThreadReply);
    };
    signal.addEventListener('abort', abort, { once: true });
    thread.on('message', (request: ThreadRequest) => void stopwatch.during(() => hear(request)).catch(reject));
    thread.on('error', (error) => reject(isOutOfMemory(error) ? unreadable(t.readingTooLarge) : failedReading(error)));
    thread.on('exit', (code) => {
      stopwatch.stop();
      signal.removeEventListener('abort', abort);
      reject(failedReading(new Error(`the reading thread ended with exit code ${code}`)));
    });
  });

/**
 * Reads a file in a thread of its own, bounded in memory and time.
 * @throws Problem 422 for a file that cannot be read, with `cause` where the thread failed; an error of `file` or `batches` as it is
 */
export const readInThread = async (
  file: StoredFile,
  { batchRows, write }: RowBatches,
  signal: AbortSignal,
  bounds: ReadingBounds = limits.imports.reading,
): Promise<FileContents> => {
  signal.throwIfAborted();
  const thread = new Worker(script, {
    eval: isSource,
    workerData: { size: file.size, batchRows } satisfies ThreadStart,
    resourceLimits: { maxOldGenerationSizeMb: bounds.memoryMb },
    execArgv: [],
  });
  let lastWrite: Promise<unknown> = Promise.resolve();
  const answer: Answer = (what) => {
    if ('part' in what) return file.part(what.part);
    const written = write(what.rows);
    lastWrite = written;
    return written;
  };
  try {
    return await resultOf(thread, signal, bounds, answer);
  } finally {
    await thread.terminate();
    // Whoever reads the file again deletes its rows first: none may follow.
    await lastWrite.catch(() => {});
  }
};
