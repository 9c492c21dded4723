import { clausesOfPlan } from '../../../contract/rules/commission/clauses/planClauses.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { type Booking, computePeriod } from '../../../contract/rules/commission/engine.ts';
import type { Plan } from '../../../contract/rules/commission/plan.ts';

/** The quota of each period, in cents. */
const QUOTA = 10_000_000;

/** The plan with these JSON keys. */
export const planOf = (fields: object): Plan => {
  const { config, errors } = parseConfig(JSON.stringify({ plans: [fields] }));
  if (!config?.plans[0]) throw new Error(JSON.stringify(errors));
  return config.plans[0];
};
export const errorsOf = (fields: object) =>
  parseConfig(JSON.stringify({ plans: [fields] })).errors.map(({ path, message }) => [path, message]);
export const computedBy = (fields: object, rows: readonly Booking[]) => computePeriod(planOf(fields), QUOTA, rows);
export const amountsBy = (fields: object, rows: readonly Booking[]) => computedBy(fields, rows).map(({ amount }) => amount);
/** Paths and sentences of the clauses whose key begins with `key`. */
export const sentencesOf = (fields: object, key: string) =>
  clausesOfPlan(planOf(fields), 0, new Map())
    .filter((clause) => clause.key.startsWith(key))
    .map(({ path, sentence }) => [path, sentence]);
