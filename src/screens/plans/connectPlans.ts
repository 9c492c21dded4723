import type { PlanClause, PlanInWords, Plans, PricedClause, PricedClauses } from '../../../contract/entities/plan.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { clauseAt } from '../../../contract/rules/commission/clauses/clause.ts';
import { centsOf, formatMoney } from '../../ui/display/format.ts';
import { formatInstantDay } from '../../ui/display/formatInstant.ts';
import type { PlanChoice } from './plansInUrl.ts';

const t = messages.planPage;

/** The plan and clause from the address; with an unknown clause, the plan alone. */
export const openedClause = ({ plans }: Plans, { plan, clause }: PlanChoice): { plan: string; clause: string } | null => {
  const named = plans.find(({ id }) => id === plan);
  const holder = named ?? plans.find(({ clauses }) => clause !== '' && clauseAt(clauses, clause) !== undefined);
  if (!holder) return null;
  const found = clause === '' ? undefined : clauseAt(holder.clauses, clause);
  return { plan: holder.id, clause: found?.path ?? clause };
};

/** A line about priced records, with its link. */
export type PricedLine = Readonly<{ version: number; key: string; at: string; label: string; sentence: string | null }>;

const labelOf = ({ records, amount, version }: PricedClause, shown: number): string => {
  const words = { records, amount: formatMoney(centsOf(amount)), version };
  const sentence = fill(records === 1 ? t.pricedOne : t.priced, words);
  return version === shown ? sentence : fill(t.pricedBefore, { ...words, sentence });
};

const isWithoutClause = (key: string): key is keyof typeof t.withoutClause => key in t.withoutClause;

const lineOf = (priced: PricedClause, at: string, shown: number): PricedLine => ({
  version: priced.version,
  key: priced.key,
  at,
  label: labelOf(priced, shown),
  sentence: priced.sentence ?? (isWithoutClause(priced.key) ? t.withoutClause[priced.key] : t.withoutClause.no_clause),
});

/** The records priced by each clause, by clause path, and those priced by clauses of other versions. */
export const pricedIn = (plan: PlanInWords, { data, total }: PricedClauses, shown: number) => {
  const clauseOf = (priced: PricedClause): PlanClause | undefined =>
    plan.clauses.find(({ key, sentence }) => key === priced.key && (priced.version === shown || sentence === priced.sentence));
  const lines = data.map((priced) => ({ path: clauseOf(priced)?.path ?? null, priced }));
  return {
    linesOf: (path: string): PricedLine[] => lines.filter((line) => line.path === path).map(({ priced }) => lineOf(priced, path, shown)),
    others: lines.filter(({ path }) => path === null).map(({ priced }) => lineOf(priced, priced.path ?? priced.key, shown)),
    total: fill(total.records === 1 ? t.totalOne : t.total, { records: total.records, amount: formatMoney(centsOf(total.amount)) }),
    none: total.records === 0,
  };
};

/** Version 7, since Nov 3, 2026, by Ada Lee */
export const versionText = ({ version, since, by }: Plans['version']): string =>
  fill(by === null ? t.versionOfSystem : t.version, { version, since: formatInstantDay(since), by: by ?? '' });
