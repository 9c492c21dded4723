import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** Values only: functions do not cross to the thread. Tables name one of its layouts, `rows` or `tiles`. */
export type Page = Readonly<{
  definition: Omit<TDocumentDefinitions, 'footer' | 'background'>;
  look: Readonly<{
    band: string;
    rule: string;
    tint: string;
    quiet: string;
    margin: number;
    /** The coloured band on top of the first page. */
    bandHeight: number;
    /** Stands beside the page number. */
    footer: string;
  }>;
}>;

/** Beside this file in the sources, beside main.js in dist/server. */
const THREAD = 'pdfThread.mjs';
/** No document takes so long or so much. */
const LIMIT_MS = 60_000;
const LIMIT_MB = 512;

/** Writes a document as PDF, in a thread of its own that ends with it. */
export const writePdf = (page: Page, signal?: AbortSignal): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(fileURLToPath(new URL(THREAD, import.meta.url)), {
      workerData: page,
      resourceLimits: { maxOldGenerationSizeMb: LIMIT_MB },
    });
    const stop = (): void => void thread.terminate();
    const late = setTimeout(stop, LIMIT_MS);
    signal?.addEventListener('abort', stop);
    thread.on('message', (content: Uint8Array) => resolve(Buffer.from(content)));
    thread.on('error', reject);
    thread.on('exit', (code) => {
      clearTimeout(late);
      signal?.removeEventListener('abort', stop);
      // Nothing happens where the document came before.
      reject(new Error(`the thread that wrote a document ended without it (exit code ${code})`));
    });
  });
