import type { PlanClause, PlanInWords, Plans, PricedClause, PricedClauses } from '../../../contract/entities/plan.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { clauseAt } from '../../../contract/rules/commission/clauses/clause.ts';
import { centsOf, formatMoney } from '../../ui/display/format.ts';
import { formatInstantDay } from '../../ui/display/formatInstant.ts';
import type { PlanChoice } from './plansInUrl.ts';

const t = messages.planPage;

/** The plan and clause in the URL; only the plan if the clause is unknown. */
export const findOpenClause = ({ plans }: Plans, { plan, clause }: PlanChoice): { plan: string; clause: string } | null => {
  const addressedPlan = plans.find(({ id }) => id === plan);
  const planWithClause = addressedPlan ?? plans.find(({ clauses }) => clause !== '' && clauseAt(clauses, clause) !== undefined);
  if (!planWithClause) return null;
  const addressedClause = clause === '' ? undefined : clauseAt(planWithClause.clauses, clause);
  return { plan: planWithClause.id, clause: addressedClause?.path ?? clause };
};

/** A line that links to the records priced by a clause. */
export type PricedLine = Readonly<{ version: number; key: string; at: string; label: string; sentence: string | null }>;

const toLabel = ({ records, amount, version }: PricedClause, currentVersion: number): string => {
  const words = { records, amount: formatMoney(centsOf(amount)), version };
  const sentence = fill(records === 1 ? t.pricedOne : t.priced, words);
  return version === currentVersion ? sentence : fill(t.pricedBefore, { ...words, sentence });
};

const isWithoutClause = (key: string): key is keyof typeof t.withoutClause => key in t.withoutClause;

const toLine = (priced: PricedClause, at: string, currentVersion: number): PricedLine => ({
  version: priced.version,
  key: priced.key,
  at,
  label: toLabel(priced, currentVersion),
  sentence: priced.sentence ?? (isWithoutClause(priced.key) ? t.withoutClause[priced.key] : t.withoutClause.no_clause),
});

/** The records priced by each clause, by clause path, and the records priced by clauses of other versions. */
export const groupPriced = (plan: PlanInWords, { data, total }: PricedClauses, currentVersion: number) => {
  const findClause = (priced: PricedClause): PlanClause | undefined =>
    plan.clauses.find(({ key, sentence }) => key === priced.key && (priced.version === currentVersion || sentence === priced.sentence));
  const lines = data.map((priced) => ({ path: findClause(priced)?.path ?? null, priced }));
  return {
    linesOf: (path: string): PricedLine[] =>
      lines.filter((line) => line.path === path).map(({ priced }) => toLine(priced, path, currentVersion)),
    others: lines.filter(({ path }) => path === null).map(({ priced }) => toLine(priced, priced.path ?? priced.key, currentVersion)),
    total: fill(total.records === 1 ? t.totalOne : t.total, { records: total.records, amount: formatMoney(centsOf(total.amount)) }),
    none: total.records === 0,
  };
};

/** "Version 7, since Nov 3, 2026, by Ada Lee" */
export const describeVersion = ({ version, since, by }: Plans['version']): string =>
  fill(by === null ? t.versionOfSystem : t.version, { version, since: formatInstantDay(since), by: by ?? '' });
