import type { Repositories } from '../../../db/repositories/store.ts';
import { markFacts } from '../../facts/changeFacts.ts';
import { createPaidNotifier } from '../../invoices/paidInvoices.ts';
import type { ImportContext } from './sink.ts';

/** Ids of existing rows to be written: invoices and receipts, including receipts that settle credit memos. */
type Locked = Readonly<{ invoices: readonly number[]; receipts: readonly number[] }>;

/**
 * Runs `write` on invoices and their payments, marks everyone affected before and after, and notifies the sellers of paid invoices
 * (decisions 5.02). `write` returns the ids of new invoices.
 */
export const writeAndMarkAffected = (
  tx: Repositories,
  { marksRun, cause: { at } }: ImportContext,
  { invoices: lockedInvoices, receipts }: Locked,
  write: () => Promise<readonly number[]>,
): Promise<void> =>
  markFacts(tx, { marksRun, at }, async (declareFacts) => {
    // Receipts before invoices, the same order as for a manual payment step, to avoid deadlocks.
    if (receipts.length > 0) await tx.receipts.lockAll(receipts);
    // Until this commits, nobody else can reassign or pay these invoices.
    if (lockedInvoices.length > 0) {
      await tx.receipts.lockInvoices(lockedInvoices);
      await declareFacts({ invoices: lockedInvoices });
    }
    const notifyPaid = await createPaidNotifier(tx, lockedInvoices);
    const createdFacts = await write();
    const all = [...new Set([...lockedInvoices, ...createdFacts])];
    if (all.length > 0) await notifyPaid(tx, all, { at });
    return all.length > 0 ? [{ invoices: createdFacts }] : [];
  });
