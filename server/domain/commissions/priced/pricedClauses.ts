import type { PricedClauses } from '../../../../contract/entities/plan.ts';
import type { Actor } from '../../../../contract/permissions.ts';
import { clausesOfPlan } from '../../../../contract/rules/commission/clauses/planClauses.ts';
import { clauseShares } from '../../../../contract/rules/commission/clauses/shares.ts';
import { type Cents, fromCents } from '../../../../contract/rules/money.ts';
import { monthsIn } from '../../../../contract/rules/time/period.ts';
import type { ClauseSumRow, PricedRecordFilter, PricedRecordRow } from '../../../db/repositories/commissions/pricedRecords.ts';
import { configsAt, currentConfig } from '../../plans/config.ts';
import { mayReadPlan, type PlanAccess, readPlanAccess } from '../../plans/planAccess.ts';
import { notFoundProblem } from '../../shared/problem.ts';
import type { Services } from '../../shared/services.ts';
import { commissionsOf, readRange } from '../commissionQuestion.ts';
import { partsOfRow } from './pricedRecord.ts';

type PricedQuery = Readonly<{ start_date?: string; end_date?: string; user_id?: string }>;
type Sum = { version: number; key: string; records: number; net: Cents; amount: Cents };
type PricedSums = Readonly<{ sums: readonly ClauseSumRow[]; records: number; withoutReasons: readonly PricedRecordRow[] }>;

const read = async ({ store: { pricedRecords } }: Pick<Services, 'store'>, question: PricedRecordFilter): Promise<PricedSums> => {
  const sums = await pricedRecords.sums(question);
  const withoutReasons: PricedRecordRow[] = [];
  // Each query reads at most one month.
  for (const month of monthsIn(question)) withoutReasons.push(...(await pricedRecords.withoutReasons({ ...question, ...month })));
  return {
    sums: sums.filter(({ key }) => key !== ''),
    records: sums.reduce((count, { key, records }) => (key === '' ? count + records : count), 0),
    withoutReasons,
  };
};

/** @throws Problem 400, 403 */
export const pricedFilterFrom = (actor: Actor, planId: string, { user_id, start_date, end_date }: PricedQuery): PricedRecordFilter => ({
  planId,
  ...readRange(start_date, end_date),
  userId: commissionsOf(actor, user_id),
});

/** The plan in the given versions. @throws Problem 404 if no version has it or the reader may not see it */
export const findPlan = async ({ store }: Pick<Services, 'store'>, access: PlanAccess, planId: string, versions: readonly number[]) => {
  const current = await currentConfig(store);
  const configAt = await configsAt(store, versions);
  const configs = [current, ...versions.map(configAt)];
  if (!configs.some(({ config }) => config.plans.some((plan) => plan.id === planId && mayReadPlan(access, plan))))
    throw notFoundProblem('plan');
  return (version: number) => {
    const { plans } = configAt(version).config;
    const index = plans.findIndex(({ id }) => id === planId);
    const plan = plans[index];
    return plan ? { plan, index } : null;
  };
};

/**
 * The amount and number of records that each clause of a plan priced in a range, by config version; amounts add up to the commission of the
 * plan's records, to the cent (decisions 2.09).
 * @throws Problem 400, 403, 404
 */
export const readPricedClauses = async (
  services: Pick<Services, 'store'>,
  actor: Actor,
  planId: string,
  query: PricedQuery,
): Promise<PricedClauses> => {
  const access = await readPlanAccess(services, actor);
  const question = pricedFilterFrom(actor, planId, query);
  const pricedSums = await read(services, question);
  const versions = [...new Set([...pricedSums.sums, ...pricedSums.withoutReasons].map(({ config_version }) => config_version))];
  const planOf = await findPlan(services, access, planId, versions);
  const sums = new Map<string, Sum>();
  const add = ({ version, key, records, net, amount }: Sum): void => {
    const sum = sums.get(`${version} ${key}`) ?? { version, key, records: 0, net: 0, amount: 0 };
    sums.set(`${version} ${key}`, { ...sum, records: sum.records + records, net: sum.net + net, amount: sum.amount + amount });
  };
  for (const { config_version: version, key, records, net_cents: net, amount_cents: amount } of pricedSums.sums)
    if (planOf(version)) add({ version, key, records, net, amount });
  for (const row of pricedSums.withoutReasons) {
    const { config_version: version } = row;
    const plan = planOf(version)?.plan;
    if (plan) for (const { key, net, amount } of clauseShares(partsOfRow(plan, row))) add({ version, key, records: 1, net, amount });
  }
  const all = [...sums.values()].sort((a, b) => b.version - a.version || (a.key < b.key ? -1 : 1));
  return {
    data: all.map(({ version, key, records, net, amount }) => {
      const planInVersion = planOf(version);
      const clause = planInVersion && clausesOfPlan(planInVersion.plan, planInVersion.index, access.names).find((one) => one.key === key);
      const words = { path: clause?.path ?? null, sentence: clause?.sentence ?? null };
      return { version, key, ...words, records, net_revenue: fromCents(net), amount: fromCents(amount) };
    }),
    total: {
      records: pricedSums.records + pricedSums.withoutReasons.length,
      amount: fromCents(all.reduce((sum, { amount }) => sum + amount, 0)),
    },
  };
};
