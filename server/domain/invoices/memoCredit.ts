import type { Cents } from '../../../contract/rules/money.ts';
import type { PartCredit } from '../../db/repositories/connections/outsideMemos.ts';

/**
 * The part of an externally changed credit memo that settles its own invoice, whose open balance is `open`: everything not applied
 * manually. If a person has set its allocation, the unapplied rest stays unapplied, and only the memo's increase is added.
 */
export const ownPartOf = ({ cents: was, by_hand_cents, own_cents, allocated }: PartCredit, cents: Cents, open: Cents): Cents => {
  const rest = cents - by_hand_cents;
  const most = allocated ? Math.min(rest, own_cents + Math.max(0, cents - was)) : rest;
  return Math.max(0, Math.min(most, open));
};
