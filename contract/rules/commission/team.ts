import type { Role } from '../../entities/user.ts';
import type { Cents } from '../money.ts';
import { overlayKey, overrideKey } from './clauses/keys.ts';
import type { Plan, Tier } from './plan.ts';

/** The largest number of steps between a seller and a manager whom an override can pay. */
export const MAX_LEVELS = 4;

/**
 * A share in the net revenue of a manager's people. `level`: exactly this many steps above the seller, 1 is the direct manager; null: the
 * nearest person above who has the role. Several `tiers` are fractions of `quota`, the team's revenue in the quota period in cents.
 */
export type TeamOverride = Readonly<{ role: Role; level: number | null; tiers: readonly Tier[]; quota: Cents }>;
/** One named person's share in the net revenue of named sellers, on top of the sellers' own credit. */
export type Overlay = Readonly<{ userId: string; sellers: readonly string[]; rate: number }>;

/** The rule that gives a person a share in somebody's sale. `plan`: the seller's plan version, which has the rule. */
export type TeamShare = Readonly<{ key: string; plan: string; tiers: readonly Tier[]; quota: Cents }>;
/** A manager above a seller on a day; the role is null if they were not employed or not active. */
export type Leader = Readonly<{ id: number | null; role: Role | null }>;

/** True if a part's key names the rule, or a tier of it. */
const belongsToRule = (key: string, rule: string): boolean => key === rule || key.startsWith(`${rule}.tiers.`);

export const keyOfOverride = ({ role, level }: TeamOverride): string => overrideKey(role, level ?? 1);

/**
 * The person whom an override pays for a sale; null if nobody above the seller has the role. `leaders`: the people above the seller,
 * nearest first.
 */
export const paidByOverride = ({ role, level }: TeamOverride, leaders: readonly Leader[]): number | null => {
  const leader = level === null ? leaders.find((candidate) => candidate.role === role) : leaders[level - 1];
  return leader?.role === role ? leader.id : null;
};

/** A person's share in a seller's revenue by the seller's plan: the first override that pays them, or else their overlay. */
export const teamShareOf = (plan: Plan, personId: number, sellerId: number, leaders: readonly Leader[]): TeamShare | null => {
  const override = plan.teamOverrides.find((candidate) => paidByOverride(candidate, leaders) === personId);
  if (override) return shareOfOverride(plan, override);
  const overlay = plan.overlays.find(({ userId, sellers }) => userId === String(personId) && sellers.includes(String(sellerId)));
  return overlay ? shareOfOverlay(plan, overlay) : null;
};

const shareOfOverride = ({ id }: Plan, override: TeamOverride): TeamShare => ({
  key: keyOfOverride(override),
  plan: id,
  tiers: override.tiers,
  quota: override.quota,
});
const shareOfOverlay = ({ id }: Plan, { userId, rate }: Overlay): TeamShare => ({
  key: overlayKey(userId),
  plan: id,
  tiers: [{ from: 0, rate }],
  quota: 0,
});

/** True if it is the only override of a plan; its records name it by the role in their own plan. */
export const isOnlyOverride = ({ overrideList }: Pick<Plan, 'overrideList'>, { key, tiers }: TeamShare): boolean =>
  !overrideList && tiers.length === 1 && key.startsWith('override');

/** The rule that a part's key names; null if the plan has none. */
export const shareByKey = (plan: Plan, key: string): TeamShare | null => {
  const override = plan.teamOverrides.find((candidate) => belongsToRule(key, keyOfOverride(candidate)));
  if (override) return shareOfOverride(plan, override);
  const overlay = plan.overlays.find(({ userId }) => belongsToRule(key, overlayKey(userId)));
  return overlay ? shareOfOverlay(plan, overlay) : null;
};

/** The position in the plan of the override or overlay that a part's key names; undefined if the plan has no such rule. */
export const pathOfTeamKey = (plan: Pick<Plan, 'teamOverrides' | 'overrideList' | 'overlays'>, key: string): string | undefined => {
  const overlay = plan.overlays.findIndex(({ userId }) => belongsToRule(key, overlayKey(userId)));
  if (overlay >= 0) return `overlays[${overlay}]`;
  const override = plan.teamOverrides.findIndex((candidate) => belongsToRule(key, keyOfOverride(candidate)));
  if (!plan.overrideList) return 'team_override';
  return override < 0 ? undefined : `team_override[${override}]`;
};
