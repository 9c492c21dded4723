import type { AdjustmentKind } from '../../../contract/entities/adjustment.ts';
import { adjustmentForm, personAdjustmentForm } from '../../../contract/forms/adjustment.ts';
import { messages } from '../../../contract/messages.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { formProblem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import { parseFormCents, type RawFormBody, readTyped, toFormText } from '../shared/typed.ts';

export type AdjustmentFormBody = RawFormBody<typeof adjustmentForm> &
  RawFormBody<typeof personAdjustmentForm> &
  Readonly<{ commission_id?: string | null }>;
type AmountAndReason = Readonly<{ amount: Cents; reason: string }>;
type InvoiceAdjustmentInput = AmountAndReason & Readonly<{ kind: null; invoiceId: number | null; commissionId: number | null | undefined }>;
export type PersonAdjustmentInput = AmountAndReason & Readonly<{ kind: AdjustmentKind; userId: number | null; day: Day }>;
export type AdjustmentInput = InvoiceAdjustmentInput | PersonAdjustmentInput;

/** decisions 2.25: true if the body names a person, a day or a kind. */
export const isForPerson = ({ user_id, effective_date, kind }: AdjustmentFormBody): boolean =>
  [user_id, effective_date, kind].some((value) => value !== undefined);

const readForPerson = async (body: AdjustmentFormBody): Promise<PersonAdjustmentInput> => {
  if (toFormText(body.related_invoice_id) !== '' || body.commission_id != null)
    throw formProblem({ related_invoice_id: messages.adjustmentFormText.invoiceOrPerson });
  const form = await readTyped(personAdjustmentForm, body);
  return {
    amount: parseFormCents(form.adjustment_amount),
    reason: form.adjustment_reason,
    kind: form.kind as AdjustmentKind,
    userId: rowId(form.user_id),
    day: form.effective_date,
  };
};

const readForInvoice = async (body: AdjustmentFormBody): Promise<InvoiceAdjustmentInput> => {
  const form = await readTyped(adjustmentForm, body);
  return {
    amount: parseFormCents(form.adjustment_amount),
    reason: form.adjustment_reason,
    kind: null,
    invoiceId: rowId(form.related_invoice_id),
    commissionId: body.commission_id == null ? undefined : (rowId(body.commission_id) ?? 0),
  };
};

/**
 * spec 5.02, decisions 2.25: validates the fields in form order, with the form's messages.
 * @throws Problem 422
 */
export const readAdjustment = (body: AdjustmentFormBody): Promise<AdjustmentInput> =>
  isForPerson(body) ? readForPerson(body) : readForInvoice(body);
