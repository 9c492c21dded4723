import { roles } from '../../../entities/user.ts';
import { fill, messages } from '../../../messages.ts';
import type { Plan } from '../plan.ts';
import { keyOfOverride, MAX_LEVELS, type Overlay, type TeamOverride } from '../team.ts';
import {
  type ConfigPlace,
  configFieldsOf,
  configListOf,
  moneyAt,
  nameOf,
  numberAt,
  oneOfAt,
  optionalAt,
  rateAt,
  refuse,
  requireValue,
  userIdAt,
} from './reader.ts';
import { tierList } from './tiers.ts';

const t = messages.planErrors;

/** Reads one rate, or tiers of the team's revenue and the amount that they divide. */
const shareAt = (rate: ConfigPlace, quota: ConfigPlace, tiers: ConfigPlace): Pick<TeamOverride, 'tiers' | 'quota'> => {
  const listedTiers = optionalAt(tiers, (valuePlace) => tierList(valuePlace, false));
  if (listedTiers === null) {
    if (quota.value !== undefined) refuse(quota, t.teamQuotaAlone, null);
    return { tiers: [{ from: 0, rate: rateAt(requireValue(rate), 0) }], quota: 0 };
  }
  if (rate.value !== undefined) refuse(rate, t.rateAndTiers, null);
  const amount = moneyAt(requireValue(quota), 0);
  if (quota.value === 0) refuse(quota, t.aboveZero, null);
  return { tiers: listedTiers, quota: amount };
};

/** @param level 1 for a single override, which pays the direct manager; null for an entry of a list, which may name its own */
const overrideAt = (place: ConfigPlace, level: number | null): TeamOverride => {
  const field = configFieldsOf(
    requireValue(place),
    level === null ? ['role', 'rate', 'quota', 'tiers', 'level'] : ['role', 'rate', 'quota', 'tiers'],
  );
  const valuePlace = level === null ? field('level') : null;
  return {
    role: oneOfAt(requireValue(field('role')), roles, 'sales_manager'),
    level: valuePlace ? optionalAt(valuePlace, (levelPlace) => numberAt(levelPlace, { min: 1, max: MAX_LEVELS, decimals: 0 }, 1)) : level,
    ...shareAt(field('rate'), field('quota'), field('tiers')),
  };
};

/** Reads a single override for the direct manager, or a list of overrides that may reach further up. */
export const teamOverridesAt = (place: ConfigPlace): Pick<Plan, 'teamOverrides' | 'overrideList'> => {
  if (!Array.isArray(place.value)) {
    const singleOverride = optionalAt(place, (valuePlace) => overrideAt(valuePlace, 1));
    return { teamOverrides: singleOverride ? [singleOverride] : [], overrideList: false };
  }
  const keys: string[] = [];
  const teamOverrides = configListOf(place, 10, (item) => {
    const override = overrideAt(item, null);
    const key = keyOfOverride(override);
    if (keys.includes(key)) refuse(item, fill(t.sameOverride, { index: keys.indexOf(key) }), null);
    keys.push(key);
    return override;
  });
  return { teamOverrides, overrideList: true };
};

/** Reads `overlays`; a seller has at most one supporter, and nobody supports themselves. */
export const overlaysAt = (place: ConfigPlace): readonly Overlay[] => {
  const overlayBySeller = new Map<string, number>();
  const users: string[] = [];
  return configListOf(place, 200, (item, index) => {
    const field = configFieldsOf(requireValue(item), ['user_id', 'sellers', 'rate']);
    const userId = userIdAt(field('user_id'));
    if (users.includes(userId)) refuse(field('user_id'), fill(t.sameOverlay, { index: users.indexOf(userId) }), null);
    users.push(userId);
    const sellers = configListOf(requireValue(field('sellers')), 1000, (seller) => {
      const id = userIdAt(seller);
      const other = overlayBySeller.get(id);
      if (id === userId) refuse(seller, t.overlaySelf, null);
      else if (other !== undefined) refuse(seller, fill(t.secondOverlay, { seller: nameOf(seller, id), index: other }), null);
      overlayBySeller.set(id, index);
      return id;
    });
    if (Array.isArray(field('sellers').value) && sellers.length === 0) refuse(field('sellers'), t.noValue, null);
    return { userId, sellers, rate: rateAt(requireValue(field('rate')), 0) };
  });
};
