import { partsWithReasons } from '../../../../contract/rules/commission/clauses/inferred.ts';
import type { Part } from '../../../../contract/rules/commission/engine.ts';
import { exclusionOf, type Plan } from '../../../../contract/rules/commission/plan.ts';
import type { PricedRecordRow } from '../../../db/repositories/commissions/pricedRecords.ts';

/**
 * A record's parts with their reasons (`partsWithReasons`). An exclusion that was not stored is inferred: the first rule that matches the
 * customer, or the plan's first exclusion if the customer was renamed since.
 */
export const partsOfRow = (
  plan: Plan,
  { parts, amount_cents: amount, credit, is_memo, own_rate, excluded, rate_clause, position, ...customer }: PricedRecordRow,
): readonly Part[] =>
  partsWithReasons(plan, {
    parts,
    amount,
    credit,
    isMemo: is_memo,
    ownRate: own_rate,
    rateClause: rate_clause,
    position,
    excludedBy: excluded ? Math.max(0, exclusionOf(plan, customer)) : null,
  });
