import type { Pagination } from '../../../contract/entities/common.ts';
import type { ImportFate, ImportList, ImportRow, QuarantinedRow } from '../../../contract/entities/import.ts';
import { limits } from '../../../contract/limits.ts';
import { importProblems } from '../../../contract/messages/importProblems.ts';
import { importRun as words } from '../../../contract/messages/imports.ts';
import { csvOf } from '../../../contract/rules/csv.ts';
import { skipIfDiskFull } from '../../db/diskFull.ts';
import { invalidCursorProblem, isRowId, readParts, writeParts } from '../shared/cursor.ts';
import { readPage } from '../shared/page.ts';
import type { Services } from '../shared/services.ts';
import { findImportRun } from './importSteps.ts';
import { importRowOf, importRunOf, quarantinedRowOf } from './importView.ts';
import { wordReason } from './reasons.ts';

type Deps = Pick<Services, 'store'>;
type Paged<Row> = Readonly<{ data: Row[]; pagination: Pagination }>;
export type ImportsQuery = Readonly<{ kind?: string; state?: string; search?: string; cursor?: string; limit: number }>;

const readCursor = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined;
  const [id] = readParts(cursor, 1);
  if (!isRowId(id)) throw invalidCursorProblem();
  return id;
};

/** Imports, newest first. @throws Problem 400 for a cursor that this server did not create */
export const listImports = async ({ store }: Deps, { kind, state, search, cursor, limit }: ImportsQuery): Promise<ImportList> => {
  await skipIfDiskFull(store.importRuns.endLost(importProblems.failed, importProblems.readingLost));
  const before = readCursor(cursor);
  const question = { ...(kind ? { kind } : {}), ...(state ? { state } : {}), ...(search ? { search } : {}), ...(before ? { before } : {}) };
  const read = (most: number) => store.importRuns.page({ ...question, limit: most });
  const page = await readPage(limit, read, (last) => writeParts([last.id]));
  return { data: page.rows.map(importRunOf), pagination: { cursor: page.cursor, limit, total: null } };
};

/** Rows in file order, each with the preview's findings. @throws Problem 400, 404 */
export const listRows = async (
  { store }: Deps,
  id: number | null,
  { fate, cursor }: Readonly<{ fate?: ImportFate; cursor?: string }>,
): Promise<Paged<ImportRow>> => {
  const run = await findImportRun({ store }, id);
  const limit = limits.imports.rowsPage;
  const read = (most: number) => store.importRows.page(run.id, fate ?? null, readCursor(cursor) ?? 0, most);
  const page = await readPage(limit, read, (last) => writeParts([last.row_number]));
  return { data: page.rows.map((row) => importRowOf(run, row)), pagination: { cursor: page.cursor, limit, total: null } };
};

/** Quarantined rows. @throws Problem 400, 404 */
export const listQuarantine = async (
  { store }: Deps,
  id: number | null,
  { cursor }: Readonly<{ cursor?: string }>,
): Promise<Paged<QuarantinedRow>> => {
  const run = await findImportRun({ store }, id);
  const limit = limits.imports.rowsPage;
  const read = (most: number) => store.quarantine.page(run.id, readCursor(cursor) ?? 0, most);
  const page = await readPage(limit, read, (last) => writeParts([last.row_number]));
  return { data: page.rows.map((row) => quarantinedRowOf(run, row)), pagination: { cursor: page.cursor, limit, total: null } };
};

/** Quarantined rows as a CSV to correct and import again: the file's columns, then row, column and reason. @throws Problem 404 */
export async function* streamRefusedRows({ store }: Deps, id: number | null): AsyncGenerator<string> {
  const run = await findImportRun({ store }, id);
  yield csvOf([[...run.columns.map(({ name }) => name), ...words.refusedColumns]]);
  for (let after = 0; ; ) {
    const rows = await store.quarantine.page(run.id, after, limits.imports.chunk);
    if (rows.length === 0) return;
    const lines = rows.map((row) => {
      const values = run.columns.map((_, index) => (row.payload as readonly string[])[index] ?? '');
      return [...values, String(row.row_number), row.field ?? '', wordReason(row)?.sentence ?? ''];
    });
    yield csvOf(lines).slice(1);
    after = rows.at(-1)?.row_number ?? after;
  }
}
