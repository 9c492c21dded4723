import type { Plan } from '../plan.ts';
import { pathOfTeamKey } from '../team.ts';
import {
  CAP_PERIOD,
  CAP_RECORD,
  isGateKey,
  isKickerKey,
  isTeamKey,
  MINIMUM,
  MISSING_MEASURE,
  ratesOfAmountKey,
  tierOfKey,
} from './keys.ts';

export const clauseGroups = ['who', 'quota', 'rates', 'release', 'credit', 'limits', 'extras', 'company'] as const;
export type ClauseGroup = (typeof clauseGroups)[number];

/**
 * One rule of a plan, or of the company, as a sentence (decisions 2.09). `key` is stable across versions, `path` is its place in the JSON
 * of one version; `prices`: true if records earn commission under it.
 */
export type Clause = Readonly<{ key: string; path: string; group: ClauseGroup; sentence: string; prices: boolean }>;

const tierPath = ({ ratesAs }: Pick<Plan, 'ratesAs'>, tier: number): string =>
  ratesAs === 'tiers' ? `tiers[${tier}]` : tier === 0 ? 'base_commission_rate' : 'over_quota_commission_rate';

/** The JSON path of a tier's rate. `index`: the plan's index; `tier` counts from 0. */
export const ratePath = (plan: Pick<Plan, 'ratesAs'>, index: number, tier: number): string => `plans[${index}].${tierPath(plan, tier)}`;

/** The JSON path of the rule with this key; undefined if the plan has no such rule. `index`: the plan's index. */
export const pathOfKey = (plan: Plan, index: number, key: string): string | undefined => {
  const place = `plans[${index}]`;
  const ref = tierOfKey(key);
  const entry = ref?.rates == null ? undefined : plan.rates[ref.rates];
  if (ref) return entry ? `${place}.rates[${ref.rates}].${tierPath(entry, ref.tier)}` : ratePath(plan, index, ref.tier);
  const deal = ratesOfAmountKey(key);
  if (deal !== null) return `${place}.rates[${deal}].amount`;
  if (key.startsWith('exclude.')) return `${place}.exclude[${key.slice('exclude.'.length)}]`;
  if (isGateKey(key)) return `${place}.gates[${key.slice('gates.'.length)}]`;
  if (isKickerKey(key)) return `${place}.kickers[${key.slice('kickers.'.length)}]`;
  if (isTeamKey(key)) {
    const rule = pathOfTeamKey(plan, key);
    return rule && `${place}.${rule}`;
  }
  if (key === MISSING_MEASURE) return `${place}.measure`;
  if (key === MINIMUM) return `${place}.minimum_per_record`;
  if (key === CAP_RECORD) return `${place}.caps.per_record`;
  return key === CAP_PERIOD ? `${place}.caps.per_period` : undefined;
};

/** Converts the paths of the two rates to tier paths, because links use either form. */
const toTierPath = (path: string): string =>
  path.replace(/\.base_commission_rate\b/, '.tiers[0]').replace(/\.over_quota_commission_rate\b/, '.tiers[1]');

/** True if a path equals the other or is inside it: `plans[0].tiers[1].rate` is inside `plans[0].tiers[1]`. */
const isWithin = (inner: string, outer: string): boolean =>
  inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);

/** The clause at a path, or the innermost clause around it; undefined if no clause matches. */
export const clauseAt = <C extends Pick<Clause, 'path'>>(clauses: readonly C[], path: string): C | undefined => {
  const requestedPath = toTierPath(path);
  return clauses
    .filter((clause) => isWithin(requestedPath, toTierPath(clause.path)) || isWithin(toTierPath(clause.path), requestedPath))
    .sort(
      (a, b) =>
        Number(isWithin(requestedPath, toTierPath(b.path))) - Number(isWithin(requestedPath, toTierPath(a.path))) ||
        b.path.length - a.path.length,
    )[0];
};
