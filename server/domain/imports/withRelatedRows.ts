import type { StagedRow } from '../../db/repositories/imports/importRows.ts';
import type { Store } from '../../db/repositories/store.ts';
import type { Deciding } from './deciding/index.ts';

/** Adds the other rows of each receipt and document, because they are decided together wherever they are in the file. */
export const withRelatedRows = async (
  { importRows }: Pick<Store, 'importRows'>,
  { runId, kind, reading }: Pick<Deciding, 'runId' | 'kind' | 'reading'>,
  rows: readonly StagedRow[],
): Promise<readonly StagedRow[]> => {
  if (kind !== 'receipts' && reading.layout?.lines === undefined) return rows;
  const keys = [...new Set(rows.flatMap(({ key }) => key ?? []))];
  const relatedRows = keys.length === 0 ? [] : await importRows.ofKeys(runId, keys);
  return [...rows.filter(({ key }) => key === null), ...relatedRows];
};
