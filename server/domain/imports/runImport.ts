import type { ImportFate } from '../../../contract/entities/import.ts';
import { importFields } from '../../../contract/messages/imports.ts';
import type { ImportField } from '../../../contract/rules/imports/fields.ts';
import { readText } from '../../../contract/rules/imports/formats.ts';
import type { StagedRow } from '../../db/repositories/imports/importRows.ts';
import type { ImportRunRow } from '../../db/repositories/imports/importRuns.ts';
import type { RefusedRow } from '../../db/repositories/imports/quarantine.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type Deciding, decideRows, type RowDecision } from './deciding/index.ts';
import { storedDecision } from './preview/index.ts';
import { toStoredReason } from './reasons.ts';
import { withRelatedRows } from './withRelatedRows.ts';
import { type WriteContext, writeDecided } from './writing/index.ts';

/** `size`: number of rows per transaction. */
type RunContext = Readonly<{ run: ImportRunRow; deciding: Deciding; writing: WriteContext; size: number }>;
/**
 * Rows up to `after` are done. With `waiting`, the rows that waited for others are being decided again, and those up to `after` are done.
 */
export type RunPosition = Readonly<{ waiting: boolean; after: number }>;
/** Waiting rows are credit memos: each takes as long as this many other rows, because it also settles its original. */
const MEMO_ROWS = 4;
export const RUN_START: RunPosition = { waiting: false, after: 0 };

/** The user-visible name of a field's column: its header in the file. */
export const importColumnOf = ({ mapping, columns }: Pick<ImportRunRow, 'mapping' | 'columns'>, field: string | null): string | null => {
  if (field === null) return null;
  const source = mapping[field];
  return (source && columns[source.column]?.name) || importFields[field as ImportField] || field;
};

const refusedRowsOf = (run: ImportRunRow, decisions: readonly RowDecision[], rows: readonly StagedRow[]): RefusedRow[] => {
  const cells = new Map(rows.map((row) => [row.row_number, row.cells]));
  return decisions.flatMap(({ rowNumber, fate, field, reason }) =>
    fate === 'quarantined'
      ? [
          {
            row_number: rowNumber,
            field: importColumnOf(run, field),
            ...toStoredReason(reason),
            payload: (cells.get(rowNumber) ?? []).map(readText),
          },
        ]
      : [],
  );
};

type Count = Record<ImportFate | 'rows' | 'done', number>;
const NO_COUNTS: Count = { rows: 0, done: 0, new: 0, changed: 0, same: 0, quarantined: 0, closed_month: 0, before_books: 0, left_out: 0 };
export const countsOf = (counts: Readonly<Record<string, number>>): Count => ({ ...NO_COUNTS, ...counts });

/** A row that is processed again counts once. */
const addCounts = (run: ImportRunRow, decisions: readonly RowDecision[], rows: readonly StagedRow[]): Count => {
  const before = new Map(rows.map(({ row_number, done }) => [row_number, done]));
  const counts = countsOf(run.counts);
  for (const { rowNumber, fate } of decisions) {
    const outcomeBefore = before.get(rowNumber);
    if (outcomeBefore && outcomeBefore !== 'waiting') {
      counts[outcomeBefore] -= 1;
      counts.done -= 1;
    }
    if (fate === 'waiting') continue;
    counts[fate] += 1;
    counts.done += 1;
  }
  return counts;
};

/**
 * Skips invoices that the preview found unchanged and that still match the file. Call it until it returns null.
 * @returns the row to continue after; null if none are left
 */
export const skipUnchanged = async (
  { importRows, importRuns }: Repositories,
  run: ImportRunRow,
  size: number,
  after: number,
): Promise<number | null> => {
  // Payments may have arrived since the preview, so amounts paid are always compared again.
  if (run.kind !== 'invoices' || run.mapping.paid) return null;
  const { passed, last } = await importRows.markUnchangedDone(run.id, run.connection_id, after, size);
  const counts = countsOf(run.counts);
  if (passed > 0) await importRuns.change(run.id, { counts: { ...counts, done: counts.done + passed, same: counts.same + passed } });
  return last;
};

/** Imports these rows within the given transaction: facts, marks, previous values, each row's outcome, and last the audit entry. */
export const importStagedRows = async (
  tx: Repositories,
  { run, deciding, writing }: Omit<RunContext, 'size'>,
  stagedRows: readonly StagedRow[],
): Promise<void> => {
  const rows = await withRelatedRows(tx, deciding, stagedRows);
  const decided = await decideRows(tx, { ...deciding, writes: true }, rows);
  const written = await writeDecided(tx, decided, writing);
  const { decisions } = decided;
  await tx.importRows.decide(run.id, decisions.map(storedDecision), 'done');
  const refused = refusedRowsOf(run, decisions, rows);
  await tx.quarantine.put(run.id, run.kind, refused);
  const importedNumbers = decisions.flatMap(({ rowNumber, fate }) => (fate === 'quarantined' || fate === 'waiting' ? [] : [rowNumber]));
  if (run.waiting > 0) await tx.quarantine.settle(run.id, importedNumbers, writing.cause.actorId, writing.cause.at);
  await tx.importRuns.change(run.id, { counts: addCounts(run, decisions, rows) });
  if (written > 0) {
    const { cause } = writing;
    const entry = { actorId: cause.actorId, action: 'import.batch', entity: 'import', entityId: String(run.id), cause: cause.why };
    const facts = { rows: decisions.length, from: rows[0]?.row_number ?? 0, to: rows.at(-1)?.row_number ?? 0, written };
    // Allowed only for the sole user before go-live.
    const isOwn = decided.paidBefore?.some(({ userId }) => userId === cause.actorId) ?? false;
    await tx.audit.write({ ...entry, after: { ...facts, ...(isOwn && { own_payments: true }) } }, cause.origin, cause.at);
  }
};

/** Runs the next batch. @returns where to continue; null if nothing is left */
export const runBatch = async (
  tx: Repositories,
  { run, deciding, writing, size }: RunContext,
  { waiting, after }: RunPosition,
): Promise<RunPosition | null> => {
  const nextRows = await (waiting
    ? tx.importRows.waiting(run.id, after, Math.ceil(size / MEMO_ROWS))
    : tx.importRows.unprocessed(run.id, after, size));
  if (nextRows.length === 0) return waiting ? null : { waiting: true, after: 0 };
  await importStagedRows(tx, { run, deciding: { ...deciding, isLast: waiting }, writing }, nextRows);
  return { waiting, after: nextRows.at(-1)?.row_number ?? after };
};
