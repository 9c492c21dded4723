import { type Adjustment, adjustmentStateBadges, invoiceLabelOf, nameWithoutInvoice } from '../../../contract/entities/adjustment.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { refusalOf } from '../support/conflict.ts';
import { failureSentence, statusOf } from '../support/failure.ts';

/** A sentence about the other user's change if the refusal contains the current row. */
const sentenceOfOthers = (error: unknown): string | null => {
  const current = statusOf(error) === 409 ? refusalOf<Adjustment>(error).current : null;
  if (!current?.state) return null;
  const words = { person: current.salesperson_name ?? '', state: adjustmentStateBadges[current.state].label };
  const { changedByOthers, withoutInvoice } = messages.adjustments;
  const name = nameWithoutInvoice(current);
  if (name !== null) return fill(withoutInvoice.changedByOthers, { ...words, name: name.toLowerCase() });
  return fill(changedByOthers, { ...words, invoice: invoiceLabelOf(current) });
};

/** The message of a failed decision. */
export const decisionError = (error: unknown): string =>
  sentenceOfOthers(error) ?? failureSentence({ error, fallback: messages.adjustments.decideFailed });
