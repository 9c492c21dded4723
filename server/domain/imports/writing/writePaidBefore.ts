import type { ChangedRow } from '../../../db/repositories/imports/importedFacts.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { Cause } from '../../commissions/recompute/index.ts';
import type { PaidBeforeWrite } from '../deciding/index.ts';

/** Records completed payments from before Quotaboard, within the transaction of their batch. @returns their ids */
export const writePaidBefore = async (
  tx: Repositories,
  writes: readonly PaidBeforeWrite[],
  { actorId, at }: Pick<Cause, 'actorId' | 'at'>,
  changes: ChangedRow[],
): Promise<number[]> => {
  if (writes.length > 0) await tx.facts.lockPeople(writes.map(({ userId }) => userId));
  const ids: number[] = [];
  for (const { userId, day, reference, notes, drawn, lines } of writes) {
    const id = await tx.payouts.add({
      user_id: userId,
      amount_cents: drawn + lines.reduce((sum, { amount }) => sum + amount, 0),
      drawn_cents: drawn,
      draw_balance_cents: drawn,
      paid_on: day,
      method: '',
      reference,
      notes,
      source: 'before',
      state: 'completed',
      reversal_of_id: null,
      created_by: actorId,
      approved_by: null,
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
    });
    await tx.payouts.addLines(
      id,
      lines.map(({ recordId, amount }) => ({ kind: 'record' as const, id: recordId, amount_cents: amount })),
    );
    changes.push({ entity: 'payout', entity_id: id, before: null, after_version: 1 });
    ids.push(id);
  }
  return ids;
};
