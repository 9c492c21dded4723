import { fill, messages } from '../../../contract/messages.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { formProblem } from '../shared/problem.ts';
import type { PayableItem } from './allocate.ts';
import type { RequestedLine } from './paymentForm.ts';

/** More than any customer has open. */
const NO_LIMIT = 10_000;
const t = messages.paymentRefusals;

/**
 * The customer's payable invoices, locked, so that nobody else pays them meanwhile.
 * @param without the receipt whose own allocations are ignored
 * @param lines null for all open invoices
 * @throws Problem 422 for an invoice that is canceled or a draft
 */
export const lockPayableInvoices = async (
  { receipts }: Pick<Repositories, 'receipts'>,
  customerId: number,
  without: number,
  lines: readonly RequestedLine[] | null,
): Promise<PayableItem[]> => {
  const ids = lines ? lines.map(({ id }) => id) : (await receipts.openOf(customerId, without, NO_LIMIT)).map(({ id }) => id);
  for (const { state, invoice_number: label } of await receipts.lockInvoices(ids)) {
    if (state === 'cancelled') throw formProblem({ allocations: fill(t.cancelled, { label }) });
    if (state === 'draft') throw formProblem({ allocations: fill(t.draft, { label }) });
  }
  const openInvoices = await receipts.openOf(customerId, without, NO_LIMIT);
  return openInvoices.map(({ id, invoice_number: label, open: cents }) => ({ kind: 'invoice', id, label, open: cents }));
};
