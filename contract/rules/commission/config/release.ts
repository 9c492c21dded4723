import { fill, messages } from '../../../messages.ts';
import { toPpm } from '../../money.ts';
import { defaultPlan, type Release, type ReleaseTerm, releaseRules } from '../plan.ts';
import { type ConfigPlace, configFieldsOf, configListOf, numberAt, oneOfAt, optionalAt, rateAt, refuse, requireValue } from './reader.ts';

const t = messages.planErrors;
const keys = ['when', 'wait_days', 'lapse'] as const;
const days = { min: 0, max: 365, decimals: 0 };

type Field = (key: (typeof keys)[number]) => ConfigPlace;

const lapseAt = (place: ConfigPlace, when: ReleaseTerm['when']): ReleaseTerm['lapse'] | null =>
  optionalAt(place, (valuePlace) => {
    const field = configFieldsOf(valuePlace, ['after_days', 'returns_within_days']);
    if (when !== 'on_booking') refuse(valuePlace, t.lapseRule, null);
    const afterDays = numberAt(requireValue(field('after_days')), { ...days, min: 1 }, 1);
    const returnsWithin = optionalAt(field('returns_within_days'), (within) => numberAt(within, { min: 1, max: 3650, decimals: 0 }, 1));
    if (returnsWithin !== null && returnsWithin <= afterDays)
      refuse(field('returns_within_days'), fill(t.lapseReturns, { days: afterDays }), null);
    return { afterDays, returnsWithin };
  });

const termAt = (field: Field): ReleaseTerm => {
  const when = oneOfAt(field('when'), releaseRules, defaultPlan.release.when);
  const waitDays = numberAt(field('wait_days'), days, 0);
  const lapse = lapseAt(field('lapse'), when);
  if (lapse && lapse.afterDays <= waitDays) refuse(field('lapse'), fill(t.lapseWait, { days: waitDays }), null);
  return { when, waitDays, ...(lapse && { lapse }) };
};

/** Reads one release rule, or a list of shares with one rule each. */
export const releaseOfPlan = (place: ConfigPlace): Release => {
  if (!Array.isArray(place.value)) return termAt(configFieldsOf(place, keys));
  const parts = configListOf(place, 5, (item) => {
    const field = configFieldsOf(requireValue(item), ['share', ...keys]);
    const share = rateAt(requireValue(field('share')), 0);
    if (field('share').value === 0) refuse(field('share'), t.aboveZero, null);
    requireValue(field('when'));
    return { share, ...termAt(field) };
  });
  const sum = parts.reduce((total, { share }) => total + toPpm(share), 0);
  const last = parts.at(-1);
  if (sum !== toPpm(1) || !last) return refuse(place, fill(t.dueShares, { sum: sum / toPpm(1) }), defaultPlan.release);
  const { share: _share, ...term } = last;
  return { ...term, parts };
};
