import type { PricedRecord } from '../../../../contract/rules/commission/clauses/pricing.ts';
import { exclusionOf, type Plan } from '../../../../contract/rules/commission/plan.ts';
import type { PricedRecordRow } from '../../../db/repositories/commissions/pricedRecords.ts';

type Row = Omit<PricedRecordRow, 'id' | 'position'> & Readonly<{ position?: PricedRecordRow['position'] | null }>;

/** A row as pricing input. The exclusion is the first that matches; if the customer was renamed since, the plan's first one. */
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
