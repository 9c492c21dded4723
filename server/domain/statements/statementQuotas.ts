import { nextTier, type Plan, quotaFor, quotaPeriodsIn } from '../../../contract/rules/commission/plan.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { type DateRange, type Day, type Period, periodAt } from '../../../contract/rules/time/period.ts';
import type { PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { planOn } from '../commissions/recompute/index.ts';
import type { VersionedConfig } from '../plans/config.ts';

/** A quota period of the statement: what was sold in it to the statement's end, the rate that was reached, and the next one. */
export type QuotaStand = Readonly<{
  period: Period;
  quota: Cents;
  sold: Cents;
  /** Null where the quota is 0. */
  attainment: number | null;
  rate: number;
  next: Readonly<{ missing: Cents; rate: number }> | null;
}>;

const rateAt = ({ tiers }: Plan, quota: Cents, sold: Cents): number =>
  tiers.findLast(({ from }, at) => at === 0 || sold >= Math.round(quota * from))?.rate ?? 0;

/** Attainment and tiers (decisions 2.06, 2.13); none where no plan is in force on the statement's last day. */
export const quotaStands = async (
  { statementParts }: Pick<Repositories, 'statementParts'>,
  person: PersonRow,
  { config }: VersionedConfig,
  range: DateRange,
): Promise<readonly QuotaStand[]> => {
  const plan = planOn(config, person, range.end_date);
  if (!plan) return [];
  const holder = { id: String(person.id), role: person.role, createdAt: person.created_on };
  const stands: QuotaStand[] = [];
  for (const { start } of quotaPeriodsIn(plan, range)) {
    const period = periodAt(plan.quota.period, start);
    const until: Day = period.end_date < range.end_date ? period.end_date : range.end_date;
    const quota = quotaFor(plan, holder, start);
    const sold = await statementParts.soldBetween(person.id, period.start_date, until);
    const attainment = quota === 0 ? null : sold / quota;
    stands.push({ period, quota, sold, attainment, rate: rateAt(plan, quota, sold), next: nextTier(plan, quota, sold) });
  }
  return stands;
};
