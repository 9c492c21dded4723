import { adjustmentForm } from '../../../contract/forms/adjustment.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { checkForm } from '../shared/checkForm.ts';
import { rowId } from '../shared/rowId.ts';
import { typedCents, typedText } from '../shared/typed.ts';

/** A body as it comes: the form says what is wrong with it, so nothing is wrong with it yet. */
export type AdjustmentTyped = Readonly<{
  adjustment_amount?: unknown;
  adjustment_reason?: unknown;
  related_invoice_id?: unknown;
  commission_id?: string | null;
}>;
export type AdjustmentInput = Readonly<{
  amount: Cents;
  reason: string;
  invoiceId: number | null;
  commissionId: number | null | undefined;
}>;

/**
 * spec 5.02: checked in its order, with its strings.
 * @throws Problem 422
 */
export const readAdjustment = async (body: AdjustmentTyped): Promise<AdjustmentInput> => {
  const form = {
    adjustment_amount: typedText(body.adjustment_amount),
    adjustment_reason: typedText(body.adjustment_reason),
    related_invoice_id: typedText(body.related_invoice_id),
  };
  await checkForm(adjustmentForm, form);
  return {
    amount: typedCents(form.adjustment_amount),
    reason: form.adjustment_reason,
    invoiceId: rowId(form.related_invoice_id),
    commissionId: body.commission_id == null ? undefined : (rowId(body.commission_id) ?? 0),
  };
};
