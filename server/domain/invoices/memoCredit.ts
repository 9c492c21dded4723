import type { Cents } from '../../../contract/rules/money.ts';
import type { PartCredit } from '../../db/repositories/connections/outsideMemos.ts';

/**
 * The part of a credit memo, changed by its source, that settles its own invoice with the open balance `open`: everything not applied
 * manually. If a person has set its allocation, the unapplied rest stays unapplied, and only the increase of the memo is added.
 */
export const ownPartOf = ({ cents: previousCents, by_hand_cents, own_cents, allocated }: PartCredit, cents: Cents, open: Cents): Cents => {
  const remaining = cents - by_hand_cents;
  const maxCents = allocated ? Math.min(remaining, own_cents + Math.max(0, cents - previousCents)) : remaining;
  return Math.max(0, Math.min(maxCents, open));
};
