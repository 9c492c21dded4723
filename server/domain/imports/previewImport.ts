import { setImmediate } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import type { DecidedRow } from '../../db/repositories/imports/importRows.ts';
import type { ImportRunRow } from '../../db/repositories/imports/importRuns.ts';
import type { Store } from '../../db/repositories/store.ts';
import { pacedBy } from '../shared/parts.ts';
import type { Decision } from './decideInvoice.ts';
import { type Deciding, decideRows } from './decideRows.ts';
import { previewPeople } from './previewPeople.ts';
import { keyOf, readRow } from './readRow.ts';
import { storedReason } from './reasons.ts';
import { withTheirReceipts } from './withTheirReceipts.ts';

type Within = Pick<Store, 'config' | 'importRows' | 'importedFacts' | 'importedReceipts' | 'importRuns' | 'snapshot' | 'users'>;

export const storedDecision = ({ rowNumber, fate, field, reason, userId }: Decision): DecidedRow => ({
  row_number: rowNumber,
  fate,
  field,
  ...storedReason(reason),
  user_id: userId,
});

/** Puts down what rows of one invoice or receipt share, so that a row finds the others wherever they stand. */
const indexRows = async ({ importRows }: Within, run: ImportRunRow, signal: AbortSignal): Promise<void> => {
  const paced = pacedBy(limits.imports.paced, limits.imports.batch);
  for (let last = 0; ; ) {
    const rows = await importRows.after(run.id, last, paced.size());
    if (rows.length === 0) return;
    const indexed = rows.map(({ row_number, cells }) => {
      const read = readRow(run.kind, run.mapping, cells);
      return { row_number, key: keyOf(run.kind, read), hash: read.ok ? read.hash : null };
    });
    await paced.of(importRows.index(run.id, indexed));
    last = rows.at(-1)?.row_number ?? last;
    signal.throwIfAborted();
    await setImmediate();
  }
};

/**
 * Decides every row as the run would, without writing anything but what it found (decisions 8.02), and then what that would change for people.
 * It may be done twice.
 */
export const previewImport = async (store: Within, run: ImportRunRow, deciding: Deciding, at: Date, signal: AbortSignal): Promise<void> => {
  await indexRows(store, run, signal);
  const counts: Record<string, number> = { rows: run.counts.rows ?? 0 };
  const paced = pacedBy(limits.imports.paced, limits.imports.batch);
  for (;;) {
    const rows = await store.importRows.undecided(run.id, paced.size());
    if (rows.length === 0) break;
    const { decisions } = await decideRows(store, deciding, await withTheirReceipts(store, run, rows));
    // What waits for an original of the same file will be new.
    const found = decisions.map((one): Decision => (one.fate === 'waiting' ? { ...one, fate: one.existing ? 'changed' : 'new' } : one));
    await paced.of(store.importRows.decide(run.id, found.map(storedDecision), 'fate'));
    for (const { fate } of found) counts[fate] = (counts[fate] ?? 0) + 1;
    await store.importRuns.change(run.id, { counts: { ...counts, done: found.length } });
    signal.throwIfAborted();
    await setImmediate();
  }
  const { people, more } = await previewPeople(store, deciding, at);
  await store.importRuns.changeReading(run.id, { people, more_people: more });
  await store.importRuns.change(run.id, { counts: { ...counts, done: 0 } });
};
