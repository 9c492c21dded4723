import type { AuditCause } from '../../../contract/entities/audit.ts';
import type { ReceiptRow } from '../../db/repositories/payments/receipts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { follow, touchedBy } from '../commissions/recompute/index.ts';
import { tellingPaid } from '../invoices/paidInvoices.ts';
import { ALL_LATER, type By } from './paymentEffects.ts';

/** The invoices that a receipt pays now. */
export const invoicesOf = async ({ allocations }: Pick<Repositories, 'allocations'>, receiptId: number): Promise<number[]> =>
  (await allocations.of([receiptId])).map(({ invoice_id }) => invoice_id);

/** Writes what a receipt pays; the records of its invoices, before and after, follow in the same transaction (decisions 2.15). */
export const writingReceipt = async <T>(
  within: Repositories,
  invoices: readonly number[],
  { principal, origin, at, several = false }: By,
  write: () => Promise<Readonly<{ result: T; why: AuditCause; invoices?: readonly number[] }>>,
): Promise<T> => {
  const before = await touchedBy(within, { invoices });
  const tellPaid = await tellingPaid(within, invoices);
  const { result, why, invoices: more = [] } = await write();
  const after = await touchedBy(within, { invoices: [...invoices, ...more] });
  await follow(within, [...before, ...after], { actorId: principal.userId, at, origin, why }, several ? ALL_LATER : 0);
  await tellPaid(within, [...invoices, ...more], { by: principal.userId, at });
  return result;
};

export const receiptCause = (kind: 'payment' | 'payment_returned', row: Pick<ReceiptRow, 'customer_name' | 'amount_cents' | 'method'>) =>
  ({ kind, customer: row.customer_name ?? '', amount_cents: row.amount_cents, method: row.method }) as const;
