import type { AdjustmentKind } from '../../../contract/entities/adjustment.ts';
import { adjustmentForm, personAdjustmentForm } from '../../../contract/forms/adjustment.ts';
import { messages } from '../../../contract/messages.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { checkForm } from '../shared/checkForm.ts';
import { refusedForm } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import { typedCents, typedText } from '../shared/typed.ts';

/** A body as it comes: the form says what is wrong with it, so nothing is wrong with it yet. */
export type AdjustmentTyped = Readonly<{
  adjustment_amount?: unknown;
  adjustment_reason?: unknown;
  related_invoice_id?: unknown;
  commission_id?: string | null;
  user_id?: unknown;
  effective_date?: unknown;
  kind?: unknown;
}>;
type AmountAndReason = Readonly<{ amount: Cents; reason: string }>;
type InvoiceAdjustmentInput = AmountAndReason & Readonly<{ kind: null; invoiceId: number | null; commissionId: number | null | undefined }>;
export type PersonAdjustmentInput = AmountAndReason & Readonly<{ kind: AdjustmentKind; userId: number | null; day: Day }>;
export type AdjustmentInput = InvoiceAdjustmentInput | PersonAdjustmentInput;

/** decisions 2.25: it names a person, a day or a kind. */
export const isForPerson = ({ user_id, effective_date, kind }: AdjustmentTyped): boolean =>
  [user_id, effective_date, kind].some((value) => value !== undefined);

const amountAndReason = (body: AdjustmentTyped) => ({
  adjustment_amount: typedText(body.adjustment_amount),
  adjustment_reason: typedText(body.adjustment_reason),
});

const readForPerson = async (body: AdjustmentTyped): Promise<PersonAdjustmentInput> => {
  if (typedText(body.related_invoice_id) !== '' || body.commission_id != null)
    throw refusedForm({ related_invoice_id: messages.adjustmentForm.invoiceOrPerson });
  const form = {
    user_id: typedText(body.user_id),
    effective_date: typedText(body.effective_date),
    kind: typedText(body.kind),
    ...amountAndReason(body),
  };
  await checkForm(personAdjustmentForm, form);
  return {
    amount: typedCents(form.adjustment_amount),
    reason: form.adjustment_reason,
    kind: form.kind as AdjustmentKind,
    userId: rowId(form.user_id),
    day: form.effective_date,
  };
};

const readForInvoice = async (body: AdjustmentTyped): Promise<InvoiceAdjustmentInput> => {
  const form = { ...amountAndReason(body), related_invoice_id: typedText(body.related_invoice_id) };
  await checkForm(adjustmentForm, form);
  return {
    amount: typedCents(form.adjustment_amount),
    reason: form.adjustment_reason,
    kind: null,
    invoiceId: rowId(form.related_invoice_id),
    commissionId: body.commission_id == null ? undefined : (rowId(body.commission_id) ?? 0),
  };
};

/**
 * spec 5.02, decisions 2.25: checked in the order of its form, with its strings.
 * @throws Problem 422
 */
export const readAdjustment = (body: AdjustmentTyped): Promise<AdjustmentInput> =>
  isForPerson(body) ? readForPerson(body) : readForInvoice(body);
