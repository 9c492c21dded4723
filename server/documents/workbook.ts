import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export type CellKind = 'text' | 'money' | 'percent' | 'count' | 'month' | 'date';
export type CellLook = 'plain' | 'strong' | 'head' | 'title' | 'warning';
type Value = string | number | null;
/** `money` in cents, `percent` as a fraction, `date` and `month` as a day in text; without a kind it is text. */
export type WorkbookCell = Readonly<{ value: Value; kind?: CellKind; look?: CellLook }>;
/** `sheet` starts the sheet of this position in the workbook; the following rows are its rows. `values`: plain cells in typed columns. */
export type SheetStep = Readonly<
  | { type: 'sheet'; index: number; widths: readonly number[]; isFrozen?: boolean }
  | { type: 'cells'; rows: readonly (readonly WorkbookCell[])[] }
  | { type: 'values'; kinds: readonly CellKind[]; rows: readonly (readonly Value[])[] }
>;

/** Next to this file in the sources, next to main.js in dist/server. */
const THREAD = 'workbookThread.mjs';
const MAX_MEMORY_MB = 192;
type ThreadMessage = Readonly<{ type: 'bytes'; bytes: Uint8Array } | { type: 'done' }>;

/**
 * Writes a workbook in its own thread, in pieces, so that its rows are never all in memory.
 * @param names of the sheets in the order of the workbook; the steps may write them in another order
 */
export async function* writeWorkbook(
  names: readonly string[],
  steps: AsyncIterable<SheetStep> | Iterable<SheetStep>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const thread = new Worker(fileURLToPath(new URL(THREAD, import.meta.url)), { resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB } });
  try {
    const received = on(thread, 'message', signal ? { signal } : {});
    const writeStep = async function* (step: SheetStep | Readonly<{ type: 'end'; names: readonly string[] }>): AsyncGenerator<Uint8Array> {
      thread.postMessage(step);
      for (;;) {
        const next = await received.next();
        const [message] = next.value as [ThreadMessage];
        if (message.type === 'done') return;
        yield message.bytes;
      }
    };
    for await (const step of steps) yield* writeStep(step);
    yield* writeStep({ type: 'end', names });
  } finally {
    await thread.terminate();
  }
}
