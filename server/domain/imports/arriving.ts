import type { KnownInvoice } from '../../db/repositories/imports/importedFacts.ts';
import type { StagedRow } from '../../db/repositories/imports/importRows.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type Deciding, decideRows, invoiceIdOf } from './deciding/index.ts';
import { readRow } from './readRow.ts';

/** The originals of these memos, by number, as the run would write them; excludes those it would quarantine. */
export const readArrivingOriginals = async (
  tx: Pick<Repositories, 'importRows' | 'importedFacts' | 'importedReceipts' | 'marks' | 'outsideMemos' | 'paidBefore' | 'users'>,
  context: Deciding,
  memos: readonly StagedRow[],
): Promise<(readonly [string, KnownInvoice])[]> => {
  const numbers = memos.flatMap(({ cells }) => {
    const read = readRow(context.reading, cells);
    return read.ok && read.row.original !== null ? [read.row.original] : [];
  });
  const rows = await tx.importRows.ofKeys(context.runId, [...new Set(numbers)]);
  const { decisions } = await decideRows(tx, context, rows);
  return decisions.flatMap((one) =>
    one.write === null || one.fate === 'waiting'
      ? []
      : [[one.write.invoice_number, { ...one.write, id: invoiceIdOf(one), version: one.existing?.version ?? 0 }] as const],
  );
};
