import type { StagedRow } from '../../db/repositories/imports/importRows.ts';
import type { Store } from '../../db/repositories/store.ts';
import type { Deciding } from './deciding/index.ts';

/** Rows of one receipt are decided together, wherever they are in the file; so are the lines of a document. */
export const withRelatedRows = async (
  { importRows }: Pick<Store, 'importRows'>,
  { runId, kind, reading }: Pick<Deciding, 'runId' | 'kind' | 'reading'>,
  rows: readonly StagedRow[],
): Promise<readonly StagedRow[]> => {
  if (kind !== 'receipts' && reading.layout?.lines === undefined) return rows;
  const keys = [...new Set(rows.flatMap(({ key }) => key ?? []))];
  const together = keys.length === 0 ? [] : await importRows.ofKeys(runId, keys);
  return [...rows.filter(({ key }) => key === null), ...together];
};
