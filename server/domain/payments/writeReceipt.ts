import type { ReceiptRow } from '../../db/repositories/payments/receipts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { changeFacts, type WriteResult } from '../facts/changeFacts.ts';
import { createPaidNotifier } from '../invoices/paidInvoices.ts';
import { ALWAYS_MARK, type PaymentBy } from './paymentEffects.ts';

/** Ids of the invoices a receipt pays now. */
export const readPaidInvoiceIds = async ({ allocations }: Pick<Repositories, 'allocations'>, receiptId: number): Promise<number[]> =>
  (await allocations.of([receiptId])).map(({ invoice_id }) => invoice_id);

/** `declareFacts` declares the invoices paid before; `invoices` are the ones paid after writing. */
type WriteReceipt = (
  declareFacts: (invoices: readonly number[]) => Promise<void>,
) => Promise<Pick<WriteResult<ReceiptRow>, 'why' | 'finish'> & Readonly<{ invoices?: readonly number[] }>>;

/** Writes a receipt's allocations; records of its previous and new invoices are recomputed in the same transaction (decisions 2.15). */
export const writeReceiptFacts = (tx: Repositories, context: PaymentBy, write: WriteReceipt): Promise<ReceiptRow> =>
  changeFacts(tx, context, async (declareFacts) => {
    const { principal, at, several = false } = context;
    const declared: number[] = [];
    let notifyPaid = await createPaidNotifier(tx, declared);
    const {
      why,
      finish,
      invoices = [],
    } = await write(async (before) => {
      declared.push(...before);
      await declareFacts({ invoices: before });
      notifyPaid = await createPaidNotifier(tx, declared);
    });
    return {
      why,
      made: [{ invoices }],
      moved: several ? ALWAYS_MARK : 0,
      finish: async () => {
        await notifyPaid(tx, [...declared, ...invoices], { by: principal.userId, at });
        return finish();
      },
    };
  });

export const receiptCause = (kind: 'payment' | 'payment_returned', row: Pick<ReceiptRow, 'customer_name' | 'amount_cents' | 'method'>) =>
  ({ kind, customer: row.customer_name ?? '', amount_cents: row.amount_cents, method: row.method }) as const;
