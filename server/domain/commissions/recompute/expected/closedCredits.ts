import { isExcludedBy, MEMO } from '../../../../../contract/rules/commission/clauses/keys.ts';
import { figuresOf, recomputeClosedAdds } from '../../../../../contract/rules/commission/conditions.ts';
import { type CommissionsConfig, isInForce } from '../../../../../contract/rules/commission/config.ts';
import { dealAmountOf, tracksSums } from '../../../../../contract/rules/commission/matching.ts';
import type { Plan } from '../../../../../contract/rules/commission/plan.ts';
import { isOnlyOverride, shareByKey } from '../../../../../contract/rules/commission/team.ts';
import { type Cents, fractionOf, PPM } from '../../../../../contract/rules/money.ts';
import { type FactRow, type PersonRow, peopleDayOf } from '../../../../db/repositories/commissions/facts.ts';
import type { RecordValues } from '../../../../db/repositories/commissions/records.ts';
import { personOn } from '../../../shared/personOn.ts';
import { type Credited, creditOf, creditOfShare, creditUnderPlan, isLeadPaid, isSellerRole, type Sellers } from './credits.ts';

/** The credit as recorded in a closed month. */
export type ClosedRow = Pick<
  RecordValues,
  | 'plan_id'
  | 'booking_date'
  | 'credit'
  | 'share_ppm'
  | 'parts'
  | 'quota_cents'
  | 'rate_clause'
  | 'commissionable_cents'
  | 'base_cents'
  | 'over_cents'
>;

/**
 * The credit of an invoice in a closed month: as recorded, because roles and managers may have changed since. An invoice without a record
 * is late: the plan of the person's other records of that month credits it.
 */
export const creditAsClosed = (
  config: CommissionsConfig,
  person: PersonRow,
  fact: FactRow,
  closed: ClosedRow | undefined,
  sameMonth: readonly ClosedRow[],
  sellers: Sellers,
): Credited | null => {
  const personThen = personOn(person, peopleDayOf(fact));
  if (!closed) return creditOfLate(config, personThen, fact, sameMonth, sellers);
  const credited = creditInClosed(config, personThen, fact, closed, sellers);
  // A closed month keeps its pricing even if customers, events or territories have changed since.
  return credited && credited.plan.id === closed.plan_id ? pricedAsClosed(credited, closed) : credited;
};

/** The credit for today's facts, priced by the clauses of the closed record. */
const pricedAsClosed = (credited: Credited, { rate_clause: rateClause, ...closed }: ClosedRow): Credited => {
  const { plan, fact, part, measured } = credited;
  const dealAmount = dealAmountOf(plan, rateClause, (fact.takes_back ?? fact).units);
  const { adds: today = {}, ...others } = credited;
  const closedCents = closed.base_cents + closed.over_cents;
  const scaleToClosed = (cents: Cents): Cents => (measured === closedCents ? cents : fractionOf(measured, cents / closedCents));
  const recordedAdds = closed.parts[0]?.adds ?? {};
  // The sale had nothing to pay on then, so it was in no part of the quota.
  const [knownAdds, toPart] = closedCents === 0 ? [{ ...today, ...recordedAdds }, (cents: Cents) => cents] : [recordedAdds, scaleToClosed];
  const adds = tracksSums(plan) ? recomputeClosedAdds(plan, knownAdds, figuresOf(fact, fact.takes_back, part), toPart) : {};
  const priced = {
    ...others,
    rateClause,
    dealAmount: dealAmount === null ? null : part(dealAmount),
    ...(Object.keys(adds).length > 0 && { adds }),
  };
  if (
    (plan.quotaCredits.length === 0 && !plan.quota.parts) ||
    credited.credit === 'override' ||
    closedCents === 0 ||
    isExcludedBy(closed.parts)
  )
    return priced;
  return { ...priced, counts: scaleToClosed(closed.commissionable_cents) };
};

const findPlan = (config: CommissionsConfig, id: string): Plan | undefined => config.plans.find((plan) => plan.id === id);

/** A late invoice, credited under the plan of the person's other records of its month. */
const creditOfLate = (
  config: CommissionsConfig,
  person: PersonRow,
  fact: FactRow,
  sameMonth: readonly ClosedRow[],
  sellers: Sellers,
): Credited | null => {
  const isOwnSale = fact.salesperson_id === person.id && isSellerRole(person.role, sellers);
  const plans = isOwnSale ? sameMonth.flatMap((row) => findPlan(config, row.plan_id) ?? []) : [];
  const plan = plans.find((candidate) => isInForce(candidate, fact.booking_date));
  if (!plan) return creditOf(config, person, fact, sellers);
  return creditUnderPlan(plan, plan, person, fact, isLeadPaid(config, fact, sellers));
};

const creditInClosed = (
  config: CommissionsConfig,
  person: PersonRow,
  fact: FactRow,
  closed: ClosedRow,
  sellers: Sellers,
): Credited | null => {
  const plan = findPlan(config, closed.plan_id);
  if (!plan) return creditOf(config, person, fact, sellers);
  const leadEarns = closed.share_ppm < PPM || isLeadPaid(config, fact, sellers);
  const [isSeller, isLead] = [fact.salesperson_id === person.id, fact.sales_lead_id === person.id];
  if (fact.splits || (closed.credit === 'sale' && isSeller)) return creditUnderPlan(plan, plan, person, fact, leadEarns);
  if (closed.credit === 'lead' && isLead && !isSeller) {
    const salesLead = closed.share_ppm / PPM;
    return creditUnderPlan(plan, { ...plan, splits: { salesPerson: 1 - salesLead, salesLead } }, person, fact, leadEarns);
  }
  if (closed.credit !== 'override' || isSeller || isLead) return creditOf(config, person, fact, sellers);
  const [part] = closed.parts;
  const rules = (part?.plan === undefined ? undefined : findPlan(config, part.plan)) ?? plan;
  // A memo of a later quota period names its original instead of the rule.
  const share = part?.clause === MEMO ? creditOf(config, person, fact, sellers)?.share : part?.clause && shareByKey(rules, part.clause);
  if (share && !isOnlyOverride(rules, share)) return creditOfShare(plan, fact, share.tiers[0]?.rate ?? 0, share);
  return creditOfShare(plan, fact, part?.rate ?? plan.teamOverrides[0]?.tiers[0]?.rate ?? 0);
};
