import type { PricedRecord } from '../../../../contract/rules/commission/clauses/pricing.ts';
import { exclusionOf, type Plan } from '../../../../contract/rules/commission/plan.ts';
import type { PricedRecordRow } from '../../../db/repositories/commissions/pricedRecords.ts';

type Row = Omit<PricedRecordRow, 'id' | 'position'> & Readonly<{ position?: PricedRecordRow['position'] | null }>;

/** A row as the rules of pricing read it; the exclusion is the plan's first that holds, or its first where the customer was renamed since. */
export const pricedRecord = (
  plan: Plan,
  { parts, amount_cents, credit, is_memo, own_rate, excluded, rate_clause, position = null, ...customer }: Row,
): PricedRecord => ({
  parts,
  amount: amount_cents,
  credit,
  isMemo: is_memo,
  ownRate: own_rate,
  rateClause: rate_clause,
  position,
  excludedBy: excluded ? Math.max(0, exclusionOf(plan, customer)) : null,
});
