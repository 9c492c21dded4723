import type { ImportFate } from '../../../../contract/entities/import.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { type RowDecision, reassignTo } from '../deciding/index.ts';

export const WRITTEN_FATES: ReadonlySet<ImportFate | 'waiting'> = new Set(['new', 'changed', 'closed_month', 'before_books']);

/**
 * Credit memos that move with their reassigned invoices (decisions 2.23); memos in the batch itself are written as part of it.
 * @param locks true if they are written in the same transaction
 */
export const readReassignedMemos = async (
  { importedFacts }: Pick<Repositories, 'importedFacts'>,
  decisions: readonly RowDecision[],
  locks: boolean,
): Promise<RowDecision[]> => {
  const written = decisions.flatMap(({ fate, existing, write }) => (WRITTEN_FATES.has(fate) && write ? [{ existing, write }] : []));
  const writtenNumbers = new Set(written.map(({ write }) => write.invoice_number));
  const reassigned = new Map(
    written.flatMap(({ existing, write }) =>
      existing && existing.salesperson_id !== write.salesperson_id ? [[existing.id, write.salesperson_id] as const] : [],
    ),
  );
  return (await importedFacts.memosOf([...reassigned.keys()], locks)).flatMap((memo): RowDecision[] => {
    const person = reassigned.get(memo.credit_of_id ?? 0);
    if (!person || person === memo.salesperson_id || writtenNumbers.has(memo.invoice_number)) return [];
    const write = reassignTo(memo, person);
    return [{ rowNumber: 0, fate: 'changed', field: null, reason: null, userId: person, existing: memo, write }];
  });
};
