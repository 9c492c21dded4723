import { isDeepStrictEqual } from 'node:util';
import { haveReasons, partsWithReasons } from '../../../../../contract/rules/commission/clauses/inferred.ts';
import { MEMO } from '../../../../../contract/rules/commission/clauses/keys.ts';
import type { Part } from '../../../../../contract/rules/commission/engine.ts';
import { exclusionOf, isExcluded, type Plan } from '../../../../../contract/rules/commission/plan.ts';
import type { FactRow } from '../../../../db/repositories/commissions/facts.ts';
import type { RecordValues } from '../../../../db/repositories/commissions/records.ts';

type Row = Pick<
  RecordValues,
  | 'parts'
  | 'amount_cents'
  | 'credit'
  | 'net_cents'
  | 'base_cents'
  | 'over_cents'
  | 'commissionable_cents'
  | 'cum_cents'
  | 'quota_cents'
  | 'rate_clause'
>;
type Invoice = Pick<FactRow, 'customer_type' | 'credit_of_id' | 'rate_override'> & Readonly<{ customer_name: string | null }>;

/** Stands in for an invoice that was not loaded: no rule excludes it. */
export const unknownInvoice: Invoice = { customer_name: null, customer_type: null, credit_of_id: null, rate_override: null };

/**
 * True if the plan excluded a record that predates stored reasons. A team share never counts toward quota, so its rate decides: it is zero
 * only if excluded. If the plan's share is zero, or the record is worth nothing, the plan's rules for today's customer decide.
 */
const wasExcluded = ({ credit, net_cents, commissionable_cents, parts }: Row, plan: Plan, customer: Invoice): boolean => {
  if (net_cents === 0) return isExcluded(plan, customer);
  if (credit !== 'override') return commissionable_cents === 0;
  if (parts.some(({ rate }) => rate !== 0)) return false;
  return plan.teamOverrides[0]?.tiers[0]?.rate ? true : isExcluded(plan, customer);
};

/**
 * True if a record counts nothing toward the quota because its customer is excluded, although its parts don't say so: a memo whose
 * customer was excluded later names only its original, and a record that predates stored reasons names nothing.
 */
export const isOutsideQuota = ({
  credit,
  commissionable_cents: counts,
  base_cents: base,
  over_cents: over,
  parts,
}: Pick<Row, 'credit' | 'commissionable_cents' | 'base_cents' | 'over_cents' | 'parts'>): boolean =>
  credit !== 'override' && counts === 0 && base + over !== 0 && (!haveReasons(parts) || parts.every(({ clause }) => clause === MEMO));

/** The reasons of a stored record (`partsWithReasons`). */
export const partsOfRecord = (row: Row, plan: Plan, invoice: Invoice): readonly Part[] => {
  const { parts, amount_cents: amount, credit, rate_clause: rateClause, cum_cents, net_cents, quota_cents } = row;
  if (haveReasons(parts)) return parts;
  return partsWithReasons(plan, {
    parts,
    amount,
    credit,
    isMemo: invoice.credit_of_id !== null,
    ownRate: invoice.rate_override === null ? null : Number(invoice.rate_override),
    excludedBy: wasExcluded(row, plan, invoice) ? Math.max(0, exclusionOf(plan, invoice)) : null,
    rateClause,
    position: { cum: cum_cents, net: net_cents, quota: quota_cents },
  });
};

/** True if both records have the same reasons. A record without reasons differs, so it gets them the next time it is computed. */
export const hasSameParts = ({ parts: a }: Pick<Row, 'parts'>, { parts: b }: Pick<Row, 'parts'>): boolean =>
  a.length === b.length &&
  a.every(({ net, rate, amount, clause, plan, adds }, index) => {
    const other = b[index];
    return (
      net === other?.net &&
      rate === other.rate &&
      amount === other.amount &&
      clause === other.clause &&
      plan === other.plan &&
      isDeepStrictEqual(adds, other.adds)
    );
  });
