import { adjustmentForm } from '../../../contract/forms/adjustment.ts';
import { type Cents, toCents } from '../../../contract/rules/money.ts';
import { checkForm } from '../shared/checkForm.ts';

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

/** A number is read as its digits; anything that is neither text nor number is no amount and no text. */
const typed = (value: unknown): string => {
  if (typeof value === 'number') return String(value);
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : '\u0001';
};
const rowIdOf = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/**
 * spec 5.02: checked in its order, with its strings.
 * @throws Problem 422
 */
export const readAdjustment = async (body: AdjustmentTyped): Promise<AdjustmentInput> => {
  const form = {
    adjustment_amount: typed(body.adjustment_amount).trim(),
    adjustment_reason: typed(body.adjustment_reason).trim(),
    related_invoice_id: typed(body.related_invoice_id),
  };
  await checkForm(adjustmentForm, form);
  return {
    // The form takes ".5"; so does nobody else.
    amount: toCents(form.adjustment_amount.replace(/^(-?)\./, (_, sign: string) => `${sign}0.`)),
    reason: form.adjustment_reason,
    invoiceId: rowIdOf(form.related_invoice_id),
    commissionId: body.commission_id == null ? undefined : (rowIdOf(body.commission_id) ?? 0),
  };
};
