import type { ImportAction, ImportDetail, ImportRow, ImportRun, QuarantinedRow } from '../../../contract/entities/import.ts';
import type { ImportEvent } from '../../../contract/lifecycles/importRun.ts';
import { readText } from '../../../contract/rules/imports/formats.ts';
import type { StagedRow } from '../../db/repositories/imports/importRows.ts';
import type { ImportRunRow } from '../../db/repositories/imports/importRuns.ts';
import type { QuarantineRow } from '../../db/repositories/imports/quarantine.ts';
import { importStateAfter } from './processImport.ts';
import { type ImportReason, wordReason } from './reasons.ts';
import { countsOf, importColumnOf } from './runImport.ts';

const eventByAction: Readonly<Record<ImportAction, ImportEvent['type']>> = {
  map: 'map',
  start: 'start',
  cancel: 'cancel',
  retry: 'retry',
  answer: 'answer',
  undo: 'undo',
  drop: 'drop',
};

/** The actions that the run allows now. Its retry resumes the whole run; single rows are retried elsewhere. */
const actionsOf = (run: ImportRunRow): ImportAction[] =>
  (Object.keys(eventByAction) as ImportAction[]).filter((action) => {
    if (run.dropped_at !== null && action !== 'undo') return false;
    return importStateAfter(run, eventByAction[action]) !== null;
  });

export const importRunOf = (run: ImportRunRow): ImportRun => ({
  id: String(run.id),
  title: run.title,
  kind: run.kind,
  state: run.state,
  counts: countsOf(run.counts),
  waiting: run.waiting,
  error: run.error,
  created_by: run.author ?? '',
  created_at: run.created_at,
  started_at: run.started_at,
  finished_at: run.finished_at,
  actions: actionsOf(run),
});

export const importDetailOf = (run: ImportRunRow, undoRefusal: string | null): ImportDetail => ({
  ...importRunOf(run),
  size: run.size_bytes,
  uploaded: run.uploaded_bytes,
  columns: [...run.columns],
  header_row: run.header_row,
  warnings: [...run.warnings],
  layout: run.layout,
  mapping: run.mapping,
  choices: run.choices,
  questions: [...run.questions],
  notes: [...run.notes],
  remembered: run.remembered,
  people: [...run.people],
  more_people: run.more_people,
  undo_refused: undoRefusal,
});

export const importRowOf = (run: ImportRunRow, row: StagedRow): ImportRow => ({
  row: row.row_number,
  fate: row.fate ?? 'new',
  field: importColumnOf(run, row.field),
  reason: wordReason(row)?.sentence ?? null,
  values: row.cells.map(readText),
});

const duplicateCodes = new Set<string>([
  'receiptThere',
  'receiptInPaid',
  'receiptTwice',
  'paymentUnclear',
  'paidTwice',
] satisfies ImportReason['code'][]);
/** True if a person can confirm that the row is not a duplicate. */
const isPossibleDuplicate = (code: string | null): boolean => duplicateCodes.has(code ?? '');

export const quarantinedRowOf = (run: ImportRunRow, row: QuarantineRow): QuarantinedRow => ({
  id: String(row.id),
  row: row.row_number,
  column: row.field,
  reason: wordReason(row)?.sentence ?? '',
  twice: isPossibleDuplicate(row.code),
  values: (row.payload as readonly string[]).map((value, index) => ({ column: run.columns[index]?.name ?? '', value })),
});
