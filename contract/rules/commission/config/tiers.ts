import { fill, messages } from '../../../messages.ts';
import { type Plan, type Tier, tierModes } from '../plan.ts';
import {
  attainmentAt,
  type ConfigPlace,
  configFieldsOf,
  configListOf,
  oneOfAt,
  optionalAt,
  rateAt,
  refuse,
  requireValue,
} from './reader.ts';

const t = messages.planErrors;
type Rates = Readonly<{ base: number; over: number }>;

/** @param hasModes false: every tier is marginal */
export const tierList = (place: ConfigPlace, hasModes = true): readonly Tier[] => {
  let before = -1;
  const tiers = configListOf(place, 20, (item) => {
    const field = configFieldsOf<'from' | 'rate' | 'mode'>(item, hasModes ? ['from', 'rate', 'mode'] : ['from', 'rate']);
    const [from, mode] = [field('from'), field('mode')];
    const tier: Tier = {
      from: attainmentAt(requireValue(from), 0),
      rate: rateAt(requireValue(field('rate')), 0),
      ...(mode.value === undefined ? {} : { mode: oneOfAt(mode, tierModes, 'marginal') }),
    };
    if (before < 0 && tier.from !== 0) refuse(from, t.firstTier, null);
    if (before >= 0 && tier.from <= before) refuse(from, fill(t.tierOrder, { before }), null);
    before = tier.from;
    return tier;
  });
  return Array.isArray(place.value) && tiers.length === 0 ? refuse(place, t.noTier, [{ from: 0, rate: 0 }]) : tiers;
};

/** Reads tiers, or two rates instead. `defaults` replace omitted rates; null: an omitted second rate equals the first. */
export const tiersAt = (
  tiers: ConfigPlace,
  base: ConfigPlace,
  over: ConfigPlace,
  defaults: Rates | null,
): Pick<Plan, 'tiers' | 'ratesAs'> => {
  const listedTiers = optionalAt(tiers, (valuePlace) => tierList(valuePlace));
  for (const rate of [base, over]) {
    if (listedTiers && rate.value !== undefined) refuse(rate, t.ratesAndTiers, null);
  }
  if (listedTiers) return { tiers: listedTiers, ratesAs: 'tiers' };
  const first = rateAt(base, defaults?.base ?? 0);
  return {
    tiers: [
      { from: 0, rate: first },
      { from: 1, rate: rateAt(over, defaults?.over ?? first) },
    ],
    ratesAs: 'rates',
  };
};
