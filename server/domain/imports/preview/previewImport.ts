import { setImmediate } from 'node:timers/promises';
import { limits } from '../../../../contract/limits.ts';
import type { Cents } from '../../../../contract/rules/money.ts';
import type { CreditedCents, KnownInvoice } from '../../../db/repositories/imports/importedFacts.ts';
import type { DecidedRow, StagedRow } from '../../../db/repositories/imports/importRows.ts';
import type { ImportRunRow } from '../../../db/repositories/imports/importRuns.ts';
import type { Store } from '../../../db/repositories/store.ts';
import { createPacer } from '../../shared/parts.ts';
import { readArrivingOriginals } from '../arriving.ts';
import { type Deciding, decideRows, isNewId, type RowDecision } from '../deciding/index.ts';
import { readFindings } from '../findings.ts';
import { indexRows } from '../indexRows.ts';
import { toStoredReason } from '../reasons.ts';
import { withRelatedRows } from '../withRelatedRows.ts';
import type { PreviewStore } from './previewParts.ts';
import { previewPeople } from './previewPeople.ts';

type Repos = PreviewStore & Pick<Store, 'importRuns'>;

const creditedId = ({ write }: RowDecision): number | null => {
  const id = write?.credit_of_id ?? null;
  return id === null || isNewId(id) ? null : id;
};

export const storedDecision = (decision: RowDecision): DecidedRow => {
  const { rowNumber, fate, field, reason, userId, paidId } = decision;
  return {
    row_number: rowNumber,
    fate,
    field,
    ...toStoredReason(reason),
    user_id: userId,
    invoice_id: paidId ?? creditedId(decision),
  };
};

/**
 * Decides every row as the run would, but writes only the findings (decisions 8.02); then computes the effect on people. It may be
 * repeated.
 */
export const previewImport = async (store: Repos, run: ImportRunRow, context: Deciding, at: Date, signal: AbortSignal): Promise<void> => {
  await indexRows(store, context, (after, size) => store.importRows.after(run.id, after, size), signal);
  const counts: Record<string, number> = { rows: run.counts.rows ?? 0 };
  const pacer = createPacer(limits.imports.paced, limits.imports.batch);
  const arriving = { originals: new Map<string, KnownInvoice>(), taken: new Map<number, CreditedCents>(), paid: new Map<number, Cents>() };
  const memos: number[] = [];
  const decide = async (rows: readonly StagedRow[], deciding: Deciding): Promise<void> => {
    const { decisions } = await decideRows(store, deciding, await withRelatedRows(store, context, rows));
    memos.push(...decisions.flatMap(({ fate, rowNumber }) => (fate === 'waiting' ? [rowNumber] : [])));
    // Memos that wait are decided again below, once their originals are known.
    const previewed = decisions.map(
      (one): RowDecision => (one.fate === 'waiting' ? { ...one, fate: one.existing ? 'changed' : 'new' } : one),
    );
    await pacer.of(store.importRows.decide(run.id, previewed.map(storedDecision), 'fate'));
    for (const { fate } of decisions) if (fate !== 'waiting') counts[fate] = (counts[fate] ?? 0) + 1;
    await store.importRuns.change(run.id, { counts: { ...counts, done: decisions.length } });
    signal.throwIfAborted();
    await setImmediate();
  };
  for (let last = 0; ; ) {
    const rows = await store.importRows.undecided(run.id, last, pacer.size());
    if (rows.length === 0) break;
    await decide(rows, { ...context, arriving });
    last = rows.at(-1)?.row_number ?? last;
  }
  // Memos whose originals are in the same file come last, as in the run, and use the originals as they will be.
  const last = { ...context, isLast: true, arriving };
  for (let next = 0; next < memos.length; ) {
    const rows = await store.importRows.numbered(run.id, memos.slice(next, next + pacer.size()));
    for (const [number, original] of await readArrivingOriginals(store, context, rows)) arriving.originals.set(number, original);
    await decide(rows, last);
    next += rows.length;
  }
  const { people, more } = await previewPeople(store, last, at);
  const found = await readFindings(store, run.id);
  await store.importRuns.changeReading(run.id, { people, more_people: more, ...found });
  await store.importRuns.change(run.id, { counts: { ...counts, done: 0 } });
};
