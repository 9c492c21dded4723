import type { Plan } from '../plan.ts';

export const clauseGroups = ['who', 'quota', 'rates', 'release', 'credit', 'limits', 'extras', 'company'] as const;
export type ClauseGroup = (typeof clauseGroups)[number];

/**
 * One rule of a plan, or of the company, in words (decisions 2.09). `key` is the same in every version, `path` says where the rule stands in
 * the JSON of one version; `prices`: records earn by it.
 */
export type Clause = Readonly<{ key: string; path: string; group: ClauseGroup; sentence: string; prices: boolean }>;

/** The key of the clause that one of the plan's `rates` is. */
export const ratesKey = (clause: number): string => `rates.${clause}`;

/** Where the rate of a tier of one of the plan's `rates` stands in the JSON. */
export const matchedRatePath = ({ ratesAs }: Pick<Plan, 'ratesAs'>, index: number, clause: number, tier: number): string => {
  const key = ratesAs === 'tiers' ? `tiers[${tier}]` : tier === 0 ? 'base_commission_rate' : 'over_quota_commission_rate';
  return `plans[${index}].rates[${clause}].${key}`;
};

/** Where the rate of a tier stands in the JSON: `index` is the plan's, `tier` counts from 0. */
export const ratePath = ({ ratesAs }: Pick<Plan, 'ratesAs'>, index: number, tier: number): string => {
  const key = ratesAs === 'tiers' ? `tiers[${tier}]` : tier === 0 ? 'base_commission_rate' : 'over_quota_commission_rate';
  return `plans[${index}].${key}`;
};

/** How paths name the two rates when they are written as tiers: a link may say either. */
const alike = (path: string): string =>
  path.replace(/\.base_commission_rate\b/, '.tiers[0]').replace(/\.over_quota_commission_rate\b/, '.tiers[1]');

/** Is one place the other, or within it? `plans[0].tiers[1].rate` lies in `plans[0].tiers[1]`. */
const isWithin = (inner: string, outer: string): boolean =>
  inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);

/** The clause that a path leads to: its own, or the nearest around it; undefined where the path names none. */
export const clauseAt = <C extends Pick<Clause, 'path'>>(clauses: readonly C[], path: string): C | undefined => {
  const wanted = alike(path);
  return clauses
    .filter((clause) => isWithin(wanted, alike(clause.path)) || isWithin(alike(clause.path), wanted))
    .sort((a, b) => Number(isWithin(wanted, alike(b.path))) - Number(isWithin(wanted, alike(a.path))) || b.path.length - a.path.length)[0];
};
