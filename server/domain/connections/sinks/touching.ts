import type { Repositories } from '../../../db/repositories/store.ts';
import { markFacts } from '../../facts/changeFacts.ts';
import { tellingPaid } from '../../invoices/paidInvoices.ts';
import type { Taking } from './sink.ts';

/** What is written, by id: invoices that are here, and receipts, those that settle credit memos included. */
type Locked = Readonly<{ invoices: readonly number[]; receipts: readonly number[] }>;

/** Does `write` to invoices and their payments, and marks whose figures were and are touched by it; who sold an invoice that it pays is told (decisions 5.02); `write` answers those that it made. */
export const touching = (
  within: Repositories,
  { marksRun, cause: { at } }: Taking,
  { invoices: known, receipts }: Locked,
  write: () => Promise<readonly number[]>,
): Promise<void> =>
  markFacts(within, { marksRun, at }, async (about) => {
    // Receipts before invoices, as a person's step of a payment locks them: of two who write both nobody waits for the other for ever.
    if (receipts.length > 0) await within.receipts.lockAll(receipts);
    // Until this commits, nobody else can reassign these invoices or pay them.
    if (known.length > 0) {
      await within.receipts.lockInvoices(known);
      await about({ invoices: known });
    }
    const tellPaid = await tellingPaid(within, known);
    const made = await write();
    const all = [...new Set([...known, ...made])];
    if (all.length > 0) await tellPaid(within, all, { at });
    return all.length > 0 ? [{ invoices: made }] : [];
  });
