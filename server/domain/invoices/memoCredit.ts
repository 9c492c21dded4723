import type { Cents } from '../../../contract/rules/money.ts';
import type { PartCredit } from '../../db/repositories/connections/outsideMemos.ts';

/**
 * What of a credit memo that somebody else's system changed settles its own invoice now, of which so much is open: all that nobody applied by
 * hand. Where a person said what it pays, what they left is left, and only what the memo grew by is added.
 */
export const ownPartOf = ({ cents: was, by_hand_cents, own_cents, allocated }: PartCredit, cents: Cents, open: Cents): Cents => {
  const rest = cents - by_hand_cents;
  const most = allocated ? Math.min(rest, own_cents + Math.max(0, cents - was)) : rest;
  return Math.max(0, Math.min(most, open));
};
