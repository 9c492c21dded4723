import { isSelling, type Role } from '../../../../../contract/entities/user.ts';
import { figuresOf, quotaCreditsOf, type StandingSums } from '../../../../../contract/rules/commission/conditions.ts';
import { type CommissionsConfig, planFor } from '../../../../../contract/rules/commission/config.ts';
import type { Credit } from '../../../../../contract/rules/commission/engine.ts';
import { dealAmountOf, dependsOnSaleFacts, rateClauseOf } from '../../../../../contract/rules/commission/matching.ts';
import { measureOf } from '../../../../../contract/rules/commission/measure.ts';
import type { Plan } from '../../../../../contract/rules/commission/plan.ts';
import { splitNet } from '../../../../../contract/rules/commission/split.ts';
import { isOnlyOverride, MAX_LEVELS, type TeamShare, teamShareOf } from '../../../../../contract/rules/commission/team.ts';
import { type Cents, PPM, toPpm } from '../../../../../contract/rules/money.ts';
import { type DateRange, type Day, periodAt } from '../../../../../contract/rules/time/period.ts';
import { type FactRow, type PersonRow, peopleDayOf } from '../../../../db/repositories/commissions/facts.ts';
import type { RecordValues } from '../../../../db/repositories/commissions/records.ts';
import { NO_TEAMS, type TeamReach } from '../../../../db/repositories/commissions/teamReach.ts';
import { isPresent, personOn, roleOn } from '../../../shared/personOn.ts';
import { saleOf } from './saleOf.ts';

/** A person's credit for an invoice, under their plan of that day. */
export type Credited = Readonly<{
  fact: FactRow;
  plan: Plan;
  credit: Credit;
  sharePpm: number;
  net: Cents;
  gross: Cents;
  rateOverride: number | null;
  /** Index of the plan's `rates` clause that prices it; null for the plan's tiers. */
  rateClause: number | null;
  /** The part of `net` that the plan pays on: all of it, or the gross profit. */
  measured: Cents;
  /** The amount that counts toward the quota. */
  counts: Cents;
  /** The additions of the sale to parts of the quota and to the sums of conditions; undefined if it adds to neither. */
  adds?: StandingSums;
  /** The net revenue of the whole sale; set only if a plan of the configuration has conditions or parts of a quota. */
  sold?: Cents;
  /** The person's share of the amount that the clause pays per deal; null if it pays a rate. */
  dealAmount: Cents | null;
  /** Splits off the person's share of an amount of the sale. */
  part: (cents: Cents) => Cents;
  /** The rule of a share in a team's revenue; undefined for a sale, and for the only override of a plan. */
  share?: TeamShare;
}>;

type PlannedRow = Pick<RecordValues, 'plan_id' | 'booking_date'>;

/** The plan in force on a day, for the person's role on that day. */
export const planOn = (
  config: CommissionsConfig,
  person: Pick<PersonRow, 'id' | 'role'> & Partial<Pick<PersonRow, 'stretches'>>,
  day: Day,
): Plan | null => planFor(config, { id: String(person.id), role: roleOn(person, day) }, day);

/**
 * The rule that releases a record; a credit memo uses the rule of its original, under the configuration of the original's day (decisions
 * 2.03).
 */
export const releaseOf = (
  { release }: Plan,
  { takes_back: original }: Pick<FactRow, 'takes_back'>,
  person: Parameters<typeof planOn>[1],
  configOn: (day: Day) => CommissionsConfig,
): Plan['release'] =>
  original === null ? release : (planOn(configOn(original.booking_date), person, original.booking_date)?.release ?? release);

/** True if the plan pays somebody a share of a seller's revenue. */
const sharesRevenue = ({ teamOverrides, overlays }: Plan): boolean => teamOverrides.length > 0 || overlays.length > 0;

/** The days computed together with `day`: the plan's quota period, or the month if no plan is in force. */
export const quotaPeriodOf = (plan: Plan | null, day: Day): DateRange => periodAt(plan?.quota.period ?? 'month', day);

/**
 * The days computed together with `day` for a person. Without a plan: the longest period of any plan with team shares, because a team share
 * is computed in the seller's period.
 */
export const personPeriodOf = (config: CommissionsConfig, person: Parameters<typeof planOn>[1], day: Day): DateRange => {
  const plan = planOn(config, person, day);
  if (plan) return quotaPeriodOf(plan, day);
  return config.plans
    .filter(sharesRevenue)
    .map((one) => quotaPeriodOf(one, day))
    .reduce(
      (longest, one) => (one.end_date > longest.end_date || one.start_date < longest.start_date ? one : longest),
      quotaPeriodOf(null, day),
    );
};

/** Everyone who has a share in a seller's revenue under any plan of these configurations; a changed invoice also affects them. */
export const teamReachOf = (...configs: readonly CommissionsConfig[]): TeamReach => {
  const plans = configs.flatMap((config) => config.plans).filter(sharesRevenue);
  if (plans.length === 0) return NO_TEAMS;
  const levels = plans.flatMap(({ teamOverrides }) => teamOverrides.map(({ level }) => level ?? MAX_LEVELS));
  const overlays = plans.flatMap((plan) =>
    plan.overlays.flatMap(({ userId, sellers }) => sellers.map((seller) => [userId, seller] as const)),
  );
  const pairs = new Map(overlays.filter((pair) => pair.every((id) => /^\d{1,15}$/.test(id))).map((pair) => [pair.join(' '), pair]));
  return { levels: Math.max(0, ...levels), overlays: [...pairs.values()].map(([user, seller]) => [Number(user), Number(seller)]) };
};

/** The person's part of the sale itself, under the manual split or the salesperson's plan (`sellersPlan`). */
const creditOfSale = (plan: Plan, sellersPlan: Plan, person: PersonRow, fact: FactRow, leadEarns: boolean): Credited | null => {
  if (fact.splits) return creditBySplit(plan, fact.splits, person, fact);
  const isSeller = fact.salesperson_id === person.id;
  const { salesPerson, salesLead } = sellersPlan.splits;
  const lead = fact.sales_lead_id;
  const isShared = lead !== null && lead !== fact.salesperson_id && salesLead > 0 && leadEarns;
  if (isSeller && !isShared) return createCredit(plan, person, fact, 'sale', PPM, (cents) => cents);
  if (!isSeller && !(isShared && lead === person.id)) return null;
  const shareIndex = isSeller ? 0 : 1;
  const shares = [salesPerson, salesLead];
  const share = shares[shareIndex] ?? 0;
  if (share === 0) return null;
  const part = (cents: Cents): Cents => splitNet(cents, shares)[shareIndex] ?? 0;
  return createCredit(plan, person, fact, isSeller ? 'sale' : 'lead', toPpm(share), part);
};

/**
 * A credit under the person's plan; the salesperson's plan (`sellersPlan`) defines the shares of lead and manager. A manager without a plan
 * is paid under the seller's plan. A lead without a plan earns nothing: the seller keeps the full amount (`leadEarns` is false).
 */
export const creditUnderPlan = (
  ownPlan: Plan | null,
  sellersPlan: Plan,
  person: PersonRow,
  fact: FactRow,
  leadEarns: boolean,
  maySell = true,
) => {
  const plan = ownPlan ?? sellersPlan;
  const sale = maySell ? creditOfSale(plan, sellersPlan, person, fact, leadEarns) : null;
  return sale ?? creditOfTeam(plan, sellersPlan, person, fact);
};

/** A person's part of an invoice, priced by its own rate, a clause of the plan, or the plan's tiers. */
const createCredit = (
  plan: Plan,
  { territory }: Pick<PersonRow, 'territory'>,
  fact: FactRow,
  credit: Credit,
  sharePpm: number,
  part: (cents: Cents) => Cents,
): Credited => {
  const measured = part(measureOf(plan.measure, fact, fact.takes_back));
  const sale = dependsOnSaleFacts(plan) ? saleOf(fact, territory) : null;
  const rateClause = sale && rateClauseOf(plan, sale);
  const dealAmount = dealAmountOf(plan, rateClause, sale?.units ?? null);
  return {
    fact,
    plan,
    credit,
    sharePpm,
    net: part(fact.net_cents),
    measured,
    gross: part(fact.gross_cents),
    rateOverride: fact.rate_override === null ? null : Number(fact.rate_override),
    rateClause,
    ...(sale ? quotaCreditsOf(plan, sale, measured, figuresOf(fact, fact.takes_back, part)) : { counts: measured }),
    dealAmount: dealAmount === null ? null : part(dealAmount),
    part,
  };
};

const creditBySplit = (plan: Plan, splits: NonNullable<FactRow['splits']>, person: PersonRow, fact: FactRow): Credited | null => {
  const index = splits.findIndex(([userId]) => userId === person.id);
  if (index === -1) return null;
  const shares = splits.map(([, sharePpm]) => sharePpm / PPM);
  const part = (cents: Cents): Cents => splitNet(cents, shares)[index] ?? 0;
  const credit = fact.salesperson_id === person.id ? 'sale' : 'lead';
  return createCredit(plan, person, fact, credit, splits[index]?.[1] ?? 0, part);
};

export const creditOfShare = (plan: Plan, fact: FactRow, rateOverride: number, share?: TeamShare): Credited => ({
  fact,
  plan,
  sharePpm: PPM,
  net: fact.net_cents,
  measured: fact.net_cents,
  gross: fact.gross_cents,
  credit: 'override',
  rateOverride,
  rateClause: null,
  counts: 0,
  dealAmount: null,
  part: (cents) => cents,
  ...(share && { share }),
});

/** The share of a manager or a supporting person in the seller's revenue; nothing for a seller whom a split removed. */
const creditOfTeam = (plan: Plan, sellersPlan: Plan, person: PersonRow, fact: FactRow): Credited | null => {
  if (fact.salesperson_id === person.id || !sharesRevenue(sellersPlan)) return null;
  const share = teamShareOf(sellersPlan, person.id, fact.salesperson_id, [{ id: fact.manager_id, role: fact.manager_role }, ...fact.above]);
  if (!share) return null;
  const rate = share.tiers[0]?.rate ?? 0;
  // A plan's only override keeps the key used in its stored records.
  return isOnlyOverride(sellersPlan, share) ? creditOfShare(plan, fact, rate) : creditOfShare(plan, fact, rate, share);
};

/**
 * The people who may be credited with a sale: `anybody` in months closed before the engine checked for selling roles (decisions 3.07).
 */
export type Sellers = 'selling' | 'anybody';
export const isSellerRole = (role: Role, sellers: Sellers): boolean => sellers === 'anybody' || isSelling(role);

/** True if the lead may be credited and has their own plan. */
export const isLeadPaid = (
  config: CommissionsConfig,
  { sales_lead_id: id, sales_lead_role: role, booking_date }: FactRow,
  sellers: Sellers,
): boolean => id !== null && role !== null && isSellerRole(role, sellers) && planOn(config, { id, role }, booking_date) !== null;

const planOfSeller = (
  config: CommissionsConfig,
  { salesperson_id: id, salesperson_role: role, booking_date }: FactRow,
  sellers: Sellers,
) => (role !== null && isSellerRole(role, sellers) ? planOn(config, { id, role }, booking_date) : null);

/**
 * One person's credit for one invoice, or null. The salesperson's plan defines the shares of lead and manager; the person's own plan
 * prices them. Only people with a selling role on that day are credited with the sale; the manager's share requires the role named in the
 * plan. There is one record per invoice and person: a person with two credits gets the one for the sale.
 */
export const creditOf = (
  config: CommissionsConfig,
  knownPerson: PersonRow,
  fact: FactRow,
  sellers: Sellers = 'selling',
): Credited | null => {
  const day = peopleDayOf(fact);
  if (!isPresent(knownPerson, day)) return null;
  const person = personOn(knownPerson, day);
  const plan = planOn(config, person, fact.booking_date);
  const maySell = isSellerRole(person.role, sellers);
  const own = fact.salesperson_id === person.id;
  const sellersPlan = own ? (maySell ? plan : null) : planOfSeller(config, fact, sellers);
  if (sellersPlan) return creditUnderPlan(plan, sellersPlan, person, fact, isLeadPaid(config, fact, sellers), maySell);
  return plan && fact.splits && maySell ? creditBySplit(plan, fact.splits, person, fact) : null;
};

/** The plan that computed a record, or the plan of the person's current role if the configuration no longer has it. */
export const planOfRecord = (config: CommissionsConfig, person: Parameters<typeof planOn>[1], row: PlannedRow): Plan | null =>
  config.plans.find(({ id }) => id === row.plan_id) ?? planOn(config, person, row.booking_date);
