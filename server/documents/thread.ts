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

export type CellKind = 'text' | 'money' | 'date';
export type DocumentCell = Readonly<{
  value: string | number;
  kind?: CellKind;
  fontWeight?: 'bold';
  fontSize?: number;
  textColor?: string;
  backgroundColor?: string;
}>;
/** A sheet: styled cells in `head` and `foot`, and plain values in typed columns between them. Money in cents. */
export type Sheet = Readonly<{
  name: string;
  widths: readonly number[];
  head: readonly (readonly DocumentCell[])[];
  kinds: readonly CellKind[];
  rows: readonly (readonly (string | number)[])[];
  foot: readonly (readonly DocumentCell[])[];
  stickyRowsCount?: number;
}>;
type Work = Readonly<{ kind: 'pdf'; page: DocumentPage } | { kind: 'xlsx'; sheets: readonly Sheet[] }>;

/** Next to this file in the sources, next to main.js in dist/server. */
const THREAD = 'documentThread.mjs';
/** Far more than any document needs. */
const LIMIT_MS = 60_000;
const LIMIT_MB = 512;

/**
 * Writes a document in its own thread.
 * @throws Problem 422 if it takes too long, because a retry would too
 */
export const writeInThread = (work: Work, signal?: AbortSignal): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(fileURLToPath(new URL(THREAD, import.meta.url)), {
      workerData: work,
      resourceLimits: { maxOldGenerationSizeMb: LIMIT_MB },
    });
    const stop = (): void => void thread.terminate();
    const timeout = setTimeout(() => {
      reject(new Problem(422, 'document_too_long', messages.statementRefusals.tooLong));
      stop();
    }, LIMIT_MS);
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
