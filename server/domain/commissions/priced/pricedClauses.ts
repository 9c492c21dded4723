import type { PricedClauses } from '../../../../contract/entities/plan.ts';
import type { Actor } from '../../../../contract/permissions.ts';
import { clausesOfPlan } from '../../../../contract/rules/commission/clauses/planClauses.ts';
import { type ClauseShare, clauseOfPart, clauseShares } from '../../../../contract/rules/commission/clauses/pricing.ts';
import { repeatedRates } from '../../../../contract/rules/commission/clauses/tierOfPart.ts';
import { type Cents, fromCents } from '../../../../contract/rules/money.ts';
import { monthsIn } from '../../../../contract/rules/time/period.ts';
import type { AlikeRow, PricedQuestion, PricedRecordRow } from '../../../db/repositories/commissions/pricedRecords.ts';
import { configsAt, currentConfig } from '../../plans/config.ts';
import { mayReadPlan, type PlanReading, planReading } from '../../plans/planReading.ts';
import { notFoundProblem } from '../../shared/problem.ts';
import type { Services } from '../../shared/services.ts';
import { commissionsOf, readRange } from '../commissionQuestion.ts';
import { pricedRecord } from './pricedRecord.ts';

type PricedQuery = Readonly<{ start_date?: string; end_date?: string; user_id?: string }>;
type Sum = { version: number; key: string; records: number; net: Cents; amount: Cents };
type Found = Readonly<{ alike: readonly AlikeRow[]; others: readonly PricedRecordRow[] }>;

const read = async ({ store }: Pick<Services, 'store'>, question: PricedQuestion, repeated: readonly number[]): Promise<Found> => {
  const found = { alike: [] as AlikeRow[], others: [] as PricedRecordRow[] };
  // Each query reads at most one month.
  for (const month of monthsIn(question)) {
    found.alike.push(...(await store.pricedRecords.alike({ ...question, ...month }, repeated)));
    found.others.push(...(await store.pricedRecords.others({ ...question, ...month }, repeated)));
  }
  return found;
};

/** @throws Problem 400, 403 */
export const pricedQuestion = (actor: Actor, planId: string, { user_id, start_date, end_date }: PricedQuery): PricedQuestion => ({
  planId,
  ...readRange(start_date, end_date),
  userId: commissionsOf(actor, user_id),
});

/** The plan in the given versions. @throws Problem 404 if no version has it or the reader may not see it */
export const planIn = async ({ store }: Pick<Services, 'store'>, reading: PlanReading, planId: string, versions: readonly number[]) => {
  const current = await currentConfig(store);
  const configAt = await configsAt(store, versions);
  const configs = [current, ...versions.map(configAt)];
  if (!configs.some(({ config }) => config.plans.some((plan) => plan.id === planId && mayReadPlan(reading, plan))))
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
export const pricedClauses = async (
  services: Pick<Services, 'store'>,
  actor: Actor,
  planId: string,
  query: PricedQuery,
): Promise<PricedClauses> => {
  const reading = await planReading(services, actor);
  const question = pricedQuestion(actor, planId, query);
  const first = await read(services, question, []);
  const versions = [...new Set([...first.alike, ...first.others].map(({ config_version }) => config_version))];
  const planOf = await planIn(services, reading, planId, versions);
  const repeated = [...new Set(versions.flatMap((version) => repeatedRates(planOf(version)?.plan)))];
  const { alike, others } = repeated.length === 0 ? first : await read(services, question, repeated);
  const sums = new Map<string, Sum>();
  const add = (version: number, { key, net, amount }: ClauseShare, records: number): void => {
    const sum = sums.get(`${version} ${key}`) ?? { version, key, records: 0, net: 0, amount: 0 };
    sums.set(`${version} ${key}`, { ...sum, records: sum.records + records, net: sum.net + net, amount: sum.amount + amount });
  };
  for (const row of alike) {
    const found = planOf(row.config_version);
    const part = { net: row.net_cents, rate: row.rate };
    const record = found && pricedRecord(found.plan, { ...row, parts: [part] });
    if (record) add(row.config_version, { key: clauseOfPart(found.plan, record, 0), ...part, amount: row.amount_cents }, row.records);
  }
  for (const row of others) {
    const found = planOf(row.config_version);
    if (found) for (const share of clauseShares(found.plan, pricedRecord(found.plan, row))) add(row.config_version, share, 1);
  }
  const all = [...sums.values()].sort((a, b) => b.version - a.version || (a.key < b.key ? -1 : 1));
  return {
    data: all.map(({ version, key, records, net, amount }) => {
      const found = planOf(version);
      const clause = found && clausesOfPlan(found.plan, found.index, reading.names).find((one) => one.key === key);
      const words = { path: clause?.path ?? null, sentence: clause?.sentence ?? null };
      return { version, key, ...words, records, net_revenue: fromCents(net), amount: fromCents(amount) };
    }),
    total: {
      records: alike.reduce((sum, row) => sum + row.records, others.length),
      amount: fromCents(all.reduce((sum, { amount }) => sum + amount, 0)),
    },
  };
};
