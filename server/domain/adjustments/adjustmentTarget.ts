import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { RecordOwner } from '../../db/repositories/commissions/invoices.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { formProblem } from '../shared/problem.ts';

/** An invoice and one person's record of it. */
export type AdjustmentTarget = Readonly<{
  invoiceId: number;
  invoiceNumber: string;
  commissionId: number | null;
  userId: number;
  managerId: number | null;
}>;
export type TargetRequest = Readonly<{ invoiceId: number | null; commissionId: number | null | undefined }>;

const t = messages.adjustmentRefusals;

const choices = (records: readonly RecordOwner[]): string =>
  records.map((record) => fill(t.choice, { id: record.id, name: fullName(record) })).join(t.or);

const recordOf = (records: readonly RecordOwner[], requestedId: number | null | undefined): RecordOwner => {
  if (typeof requestedId === 'number') {
    const requested = records.find(({ id }) => id === requestedId);
    if (requested) return requested;
    throw formProblem({ commission_id: fill(t.noRecord, { choices: choices(records) }) });
  }
  const [onlyRecord, secondRecord] = records;
  if (onlyRecord && !secondRecord) return onlyRecord;
  throw formProblem({ commission_id: fill(t.severalRecords, { choices: choices(records) }) });
};

/**
 * Finds the record that the form names: the invoice's only record or, if there are several, the chosen one.
 * @throws Problem 422 naming the field, with the choices
 */
export const findTarget = async (tx: Repositories, { invoiceId, commissionId }: TargetRequest): Promise<AdjustmentTarget> => {
  const invoice = invoiceId === null ? undefined : await tx.invoices.byId(invoiceId);
  if (!invoice) throw formProblem({ related_invoice_id: t.noInvoice });
  const records = await tx.invoices.recordsOf(invoice.id);
  if (records.length === 0)
    throw formProblem({
      related_invoice_id: fill(t.nothingToAdjust, { invoice: invoice.invoice_number }),
    });
  const record = recordOf(records, commissionId);
  return {
    invoiceId: invoice.id,
    invoiceNumber: invoice.invoice_number,
    commissionId: record.id,
    userId: record.user_id,
    managerId: record.manager_id,
  };
};
