import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { messages } from '../../../contract/messages.ts';
import type { ReportContent } from '../../domain/reports/content/index.ts';

const t = messages.reportFile;
/** Next to this file in the sources, next to main.js in dist/server. */
const THREAD = 'sheetThread.mjs';
const LIMIT_MB = 192;
type Said = Readonly<{ type: 'bytes'; bytes: Uint8Array } | { type: 'done' }>;

export async function* reportXlsx(content: ReportContent, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const thread = new Worker(fileURLToPath(new URL(THREAD, import.meta.url)), { resourceLimits: { maxOldGenerationSizeMb: LIMIT_MB } });
  try {
    const heard = on(thread, 'message', { signal });
    const written = async function* (step: object): AsyncGenerator<Uint8Array> {
      thread.postMessage(step);
      for (;;) {
        const next = await heard.next();
        const [firstLine] = next.value as [Said];
        if (firstLine.type === 'done') return;
        yield firstLine.bytes;
      }
    };
    yield* written({ type: 'begin', columns: content.columns });
    for await (const rows of content.batches()) yield* written({ type: 'rows', rows });
    const { total, tiles, groups } = content.summary();
    const { name: title, facts, note } = content;
    yield* written({ type: 'end', summary: { title, facts, note, tiles, groups }, total, names: [t.summary, t.rows] });
  } finally {
    await thread.terminate();
  }
}
