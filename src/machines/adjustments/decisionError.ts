import { type Adjustment, adjustedInvoice, adjustmentStateBadges } from '../../../contract/entities/adjustment.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { refusalOf } from '../support/conflict.ts';
import { sentenceOf, statusOf } from '../support/failure.ts';

/** What somebody else made of it, where the refusal brings the row as it is kept. */
const changedByOthers = (error: unknown): string | null => {
  const current = statusOf(error) === 409 ? refusalOf<Adjustment>(error).current : null;
  if (!current?.state) return null;
  const invoice = adjustedInvoice(current);
  const { label } = adjustmentStateBadges[current.state];
  return fill(messages.adjustments.changedByOthers, { person: current.salesperson_name ?? '', invoice, state: label });
};

/** Why a decision failed, as people read it. */
export const decisionError = (error: unknown): string =>
  changedByOthers(error) ?? sentenceOf({ error, fallback: messages.adjustments.decideFailed });
