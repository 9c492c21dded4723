import type { StagedRow } from '../../db/repositories/imports/importRows.ts';
import type { ImportRunRow } from '../../db/repositories/imports/importRuns.ts';
import type { Store } from '../../db/repositories/store.ts';

/** Rows of a receipt are decided together, wherever they stand. */
export const withTheirReceipts = async (
  { importRows }: Pick<Store, 'importRows'>,
  run: Pick<ImportRunRow, 'id' | 'kind'>,
  rows: readonly StagedRow[],
): Promise<readonly StagedRow[]> => {
  if (run.kind !== 'receipts') return rows;
  const keys = [...new Set(rows.flatMap(({ key }) => key ?? []))];
  const together = keys.length === 0 ? [] : await importRows.ofKeys(run.id, keys);
  return [...rows.filter(({ key }) => key === null), ...together];
};
