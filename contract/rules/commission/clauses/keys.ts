import type { Role } from '../../../entities/user.ts';

/** Keys of the plan rules that price parts of a record. They are stable across plan versions and stored with the record. */
export const tierKey = (tier: number): string => `tiers.${tier}`;
/** One entry of the plan's `rates`, and a tier of it. */
export const ratesKey = (rates: number): string => `rates.${rates}`;
export const ratesTierKey = (rates: number, tier: number): string => `${ratesKey(rates)}.${tierKey(tier)}`;
/** The amount that one entry of the plan's `rates` pays per deal. */
export const ratesAmountKey = (rates: number): string => `${ratesKey(rates)}.amount`;
export const exclusionKey = (exclusion: number): string => `exclude.${exclusion}`;
/** `level`: steps above the seller; part of the key from the second on. */
export const overrideKey = (role: Role | undefined, level = 1): string =>
  role ? `override.${role}${level > 1 ? `.${level}` : ''}` : 'override';
export const overlayKey = (userId: string): string => `overlay.${userId}`;
/** True for a share in the revenue of a team or of supported sellers. */
export const isTeamKey = (key: string): boolean => key.startsWith('override') || key.startsWith('overlay.');
/** A tier of an override. */
export const teamTierKey = (override: string, tier: number): string => `${override}.${tierKey(tier)}`;
/** Reasons other than a plan rule: the invoice's rate override, a memo for an invoice of an earlier period, the rounding of a total. */
export const OWN_RATE = 'own_rate';
export const MEMO = 'memo';
export const ROUNDING = 'rounding';
/** A sale without the figure that the plan pays on, such as gross profit. */
export const MISSING_MEASURE = 'measure';
export const kickerKey = (kicker: number): string => `kickers.${kicker}`;
export const isKickerKey = (key: string): boolean => key.startsWith('kickers.');
/** Revenue held at a lower rate by a gate. */
export const gateKey = (gate: number): string => `gates.${gate}`;
export const isGateKey = (key: string): boolean => key.startsWith('gates.');
export const MINIMUM = 'minimum';
export const CAP_RECORD = 'cap.record';
export const CAP_PERIOD = 'cap.period';
/** A record from before reasons were stored, whose rate matches no rule of the plan. */
export const NO_CLAUSE = 'no_clause';

/** A tier of the plan, or of one of its `rates`. */
export type TierRef = Readonly<{ rates: number | null; tier: number }>;

const TIER_PATTERN = /^(?:rates\.(\d+)\.)?tiers\.(\d+)$/;
/** The tier that a key names; null for any other key. */
export const tierOfKey = (key: string): TierRef | null => {
  const match = TIER_PATTERN.exec(key);
  return match ? { rates: match[1] === undefined ? null : Number(match[1]), tier: Number(match[2]) } : null;
};

const DEAL_AMOUNT_PATTERN = /^rates\.(\d+)\.amount$/;
/** Index of the `rates` entry whose amount per deal a key names; null for any other key. */
export const ratesOfAmountKey = (key: string): number | null => {
  const match = DEAL_AMOUNT_PATTERN.exec(key);
  return match ? Number(match[1]) : null;
};

const TEAM_TIER_PATTERN = /^(override\..*)\.tiers\.\d+$/;
/**
 * Key of the rule's sentence on the plan page, which has one sentence per entry in `rates` and one for all tiers of an override.
 */
export const sentenceKey = (key: string): string => {
  const override = TEAM_TIER_PATTERN.exec(key)?.[1];
  if (override !== undefined) return override;
  const rates = tierOfKey(key)?.rates ?? ratesOfAmountKey(key);
  return rates === null ? key : ratesKey(rates);
};

type WithClause = Readonly<{ clause?: string; amount?: number }>;
/** True if a cap changed the amount. */
export const isCapped = (parts: readonly WithClause[]): boolean =>
  parts.reduce((sum, { clause, amount = 0 }) => (clause?.startsWith('cap.') ? sum + amount : sum), 0) !== 0;
/** Index of the exclusion that a record's parts name; null if they name none. */
export const exclusionOfKeys = (parts: readonly WithClause[]): number | null => {
  const key = parts.find(({ clause }) => clause?.startsWith('exclude.'))?.clause;
  return key === undefined ? null : Number(key.slice('exclude.'.length));
};
export const isExcludedBy = (parts: readonly WithClause[]): boolean => exclusionOfKeys(parts) !== null;
