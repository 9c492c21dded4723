import { setImmediate } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import type { StagedRow } from '../../db/repositories/imports/importRows.ts';
import type { Store } from '../../db/repositories/store.ts';
import { createPacer } from '../shared/parts.ts';
import type { Deciding } from './deciding/index.ts';
import { readRow } from './readRow.ts';
import { rowKeyOf } from './rowKeys.ts';

type NextRows = (after: number, size: number) => Promise<readonly StagedRow[]>;

/** Writes the key shared by rows of one invoice or receipt, so that each row finds the others anywhere in the file. */
export const indexRows = async (
  { importRows }: Pick<Store, 'importRows'>,
  { runId, kind, reading }: Pick<Deciding, 'runId' | 'kind' | 'reading'>,
  next: NextRows,
  signal: AbortSignal,
): Promise<void> => {
  const pacer = createPacer(limits.imports.paced, limits.imports.batch);
  for (let last = 0; ; ) {
    const rows = await next(last, pacer.size());
    if (rows.length === 0) return;
    const indexed = rows.map(({ row_number, cells }) => {
      const read = readRow(reading, cells);
      return { row_number, key: rowKeyOf(kind, read), hash: read.ok ? read.hash : null };
    });
    await pacer.of(importRows.index(runId, indexed));
    last = rows.at(-1)?.row_number ?? last;
    signal.throwIfAborted();
    await setImmediate();
  }
};
