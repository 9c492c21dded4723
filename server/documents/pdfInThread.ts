import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { messages } from '../../contract/messages.ts';
import { Problem } from '../domain/shared/problem.ts';

/** A table of texts with a total; the thread builds its cells. */
export type DocumentTable = Readonly<{
  plainTable: Readonly<{
    widths: readonly (string | number)[];
    alignments: readonly ('left' | 'right')[];
    header: readonly string[];
    rows: readonly (readonly string[])[];
    total: readonly string[];
  }>;
}>;
/** Values only: functions cannot be posted to the thread. Tables name a layout: `rows`, `list` or `tiles`. */
export type DocumentPage = Readonly<{
  definition: Omit<TDocumentDefinitions, 'footer' | 'background' | 'content'> & Readonly<{ content: readonly (Content | DocumentTable)[] }>;
  look: Readonly<{
    band: string;
    rule: string;
    tint: string;
    quiet: string;
    margin: number;
    /** The colored band at the top of the first page. */
    bandHeight: number;
    /** Text next to the page number; `page` is the template of the number. */
    footer: string;
    page: string;
  }>;
}>;

/** Next to this file in the sources, next to main.js in dist/server. */
const THREAD = 'pdfThread.mjs';
/** Far more than any document needs. */
const MAX_WRITE_MS = 60_000;
const MAX_MEMORY_MB = 512;

/**
 * Writes a PDF in its own thread.
 * @throws Problem 422 if it takes too long, because a retry would too
 */
export const writeInThread = (page: DocumentPage, signal?: AbortSignal): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(fileURLToPath(new URL(THREAD, import.meta.url)), {
      workerData: page,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    const stop = (): void => void thread.terminate();
    const timeout = setTimeout(() => {
      reject(new Problem(422, 'document_too_long', messages.statementRefusals.tooLong));
      stop();
    }, MAX_WRITE_MS);
    signal?.addEventListener('abort', stop);
    thread.on('message', (content: Uint8Array) => resolve(Buffer.from(content)));
    thread.on('error', reject);
    thread.on('exit', (code) => {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', stop);
      // Has no effect if the document has already arrived.
      reject(new Error(`the thread that wrote a document ended without it (exit code ${code})`));
    });
  });
