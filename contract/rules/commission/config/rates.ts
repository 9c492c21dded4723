import { fill, messages } from '../../../messages.ts';
import type { QuotaPart } from '../conditions.ts';
import { type Plan, type QuotaCredit, type RateClause, tierModes } from '../plan.ts';
import { partIdAt } from './conditions.ts';
import { matchAt, refuseOverlappingMatches, takesSalesOf } from './match.ts';
import { type ConfigPlace, configFieldsOf, configListOf, moneyAt, numberAt, oneOfAt, refuse, requireValue } from './reader.ts';
import { tiersAt } from './tiers.ts';

const t = messages.planErrors;
const MAX_TIMES = 100;

/** Reads an amount per deal or unit. */
const dealAmountAt = (amount: ConfigPlace, per: ConfigPlace): Pick<RateClause, 'amount' | 'per'> => ({
  amount: moneyAt(amount, 0),
  ...(oneOfAt(per, ['deal', 'unit'], 'deal') === 'unit' ? { per: 'unit' } : {}),
});

/** An entry with an amount and no rates pays only the amount. @param others the keys that need rates */
const amountOnlyAt = (others: readonly ConfigPlace[]): Pick<RateClause, 'tiers' | 'ratesAs'> => {
  for (const other of others) if (other.value !== undefined) refuse(other, t.amountWithoutRates, null);
  return { tiers: [{ from: 0, rate: 0 }], ratesAs: 'tiers' };
};

/** The sales that an entry applies to: matching sales, or those of a part of the quota. */
const salesAt = (match: ConfigPlace, quota: ConfigPlace, parts: readonly QuotaPart[]): Pick<RateClause, 'match' | 'quota'> => {
  if (quota.value === undefined) return { match: matchAt(requireValue(match)) };
  if (match.value !== undefined) refuse(match, t.matchAndQuota, null);
  const id = partIdAt(quota, parts);
  return { match: parts.find((part) => part.id === id)?.match ?? {}, quota: id };
};

/** An omitted second rate equals the first: most such rules pay one rate regardless of earlier sales. */
const rateClauseAt = (place: ConfigPlace, parts: readonly QuotaPart[]): RateClause => {
  const field = configFieldsOf(requireValue(place), [
    'match',
    'quota',
    'base_commission_rate',
    'over_quota_commission_rate',
    'tiers',
    'tier_mode',
    'amount',
    'per',
  ]);
  const [base, over, tiers, mode] = [
    field('base_commission_rate'),
    field('over_quota_commission_rate'),
    field('tiers'),
    field('tier_mode'),
  ];
  const sales = salesAt(field('match'), field('quota'), parts);
  const hasAmount = field('amount').value !== undefined;
  if (!hasAmount && field('per').value !== undefined) requireValue(field('amount'));
  const deal = hasAmount ? dealAmountAt(field('amount'), field('per')) : {};
  if (hasAmount && base.value === undefined && tiers.value === undefined)
    return { ...sales, ...amountOnlyAt([over, mode, field('quota')]), ...deal };
  if (tiers.value === undefined) requireValue(base);
  const tierMode = mode.value === undefined ? {} : { tierMode: oneOfAt(mode, tierModes, 'marginal') };
  return { ...sales, ...tiersAt(tiers, base, over, null), ...tierMode, ...deal, ...(hasAmount ? { onTop: true } : {}) };
};

/** An entry is refused if an earlier one would take all of its sales, or some of them through overlapping ranges. */
const refuseTakenParts = (rates: Plan['rates'], parts: readonly QuotaPart[], list: ConfigPlace): void => {
  for (const [index, { match, quota }] of rates.entries()) {
    if (quota === undefined) continue;
    const ownMatch = parts.find(({ id }) => id === quota)?.match;
    const earlier = rates
      .slice(0, index)
      .findIndex((other) =>
        other.quota === undefined ? ownMatch !== undefined && takesSalesOf(other.match, match) : other.quota === quota,
      );
    if (earlier !== -1)
      refuse({ ...list, path: `${list.path}[${index}].quota` }, fill(t.overlappingMatch, { path: list.path, index: earlier }), null);
  }
};

export const ratesAt = (place: ConfigPlace, parts: readonly QuotaPart[] = []): Plan['rates'] => {
  const rates = configListOf(place, 50, (item) => rateClauseAt(item, parts));
  refuseOverlappingMatches(
    rates.map(({ match, quota }) => (quota === undefined ? match : null)),
    place,
  );
  refuseTakenParts(rates, parts, place);
  return rates;
};

export const quotaCreditsAt = (place: ConfigPlace): Plan['quotaCredits'] => {
  const credits = configListOf(place, 50, (item): QuotaCredit => {
    const field = configFieldsOf(requireValue(item), ['match', 'times']);
    return {
      match: matchAt(requireValue(field('match'))),
      times: numberAt(requireValue(field('times')), { min: 0, max: MAX_TIMES, decimals: 4 }, 1),
    };
  });
  refuseOverlappingMatches(
    credits.map(({ match }) => match),
    place,
  );
  return credits;
};
