import { type Adjustment, adjustmentStateBadges, invoiceLabelOf, labelWithoutInvoice } from '../../../contract/entities/adjustment.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { parseRefusal } from '../support/conflict.ts';
import { getErrorStatus, toFailureMessage } from '../support/failure.ts';

/** A sentence about the other user's change if the refusal contains the current row. */
const describeOtherChange = (error: unknown): string | null => {
  const current = getErrorStatus(error) === 409 ? parseRefusal<Adjustment>(error).current : null;
  if (!current?.state) return null;
  const values = { person: current.salesperson_name ?? '', state: adjustmentStateBadges[current.state].label };
  const { changedByOthers, withoutInvoice } = messages.adjustments;
  const name = labelWithoutInvoice(current);
  if (name !== null) return fill(withoutInvoice.changedByOthers, { ...values, name: name.toLowerCase() });
  return fill(changedByOthers, { ...values, invoice: invoiceLabelOf(current) });
};

/** The message of a failed decision. */
export const toDecisionError = (error: unknown): string =>
  describeOtherChange(error) ?? toFailureMessage({ error, fallback: messages.adjustments.decideFailed });
