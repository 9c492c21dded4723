import { type Role, roleLabels, roles } from '../../../entities/user.ts';
import { fill, messages } from '../../../messages.ts';
import type { Cents } from '../../money.ts';
import { dayText } from '../../time/dayText.ts';
import type { DateRange } from '../../time/period.ts';
import type { Contest } from '../contest.ts';
import { percent, usd } from '../explain/wording.ts';
import type { Objective } from '../objective.ts';
import type { Bonus, Clawback, Draw, Plan, ReleaseTerm } from '../plan.ts';
import { type Clause, type ClauseGroup, ratePath } from './clause.ts';
import { gateSentences, kickerSentences, quotaPartSentences } from './conditions.ts';
import { joinWithAnd } from './joinWords.ts';
import { CAP_PERIOD, CAP_RECORD, exclusionKey, MINIMUM, MISSING_MEASURE, ratesKey, tierKey } from './keys.ts';
import { matchedSentences, matchWords, quotaCreditSentences, rateSentences } from './rates.ts';
import { type Names, namesOf, overlaySentences, overrideSentences } from './teams.ts';

const t = messages.planClauses;

export type { Names } from './teams.ts';

type Draft = Readonly<{ key: string; path: string; group: ClauseGroup; sentence: string; prices?: boolean }>;

const audienceText = ({ appliesTo }: Plan, names: Names): string => {
  if (roles.every((role) => appliesTo.roles.includes(role))) return t.everybody;
  const people = namesOf(appliesTo.users, names);
  const roleTexts = appliesTo.roles.map((role) => fill(t.ofRole, { role: roleLabels[role] }));
  return fill(t.appliesTo, { whom: joinWithAnd([...roleTexts, ...people]) });
};

const datesClause = ({ effectiveFrom: from, effectiveTo: to }: Plan): Draft => {
  const draft = { key: 'since', path: from === null && to !== null ? 'effective_to' : 'effective_from', group: 'who' } as const;
  if (from === null && to === null) return { ...draft, sentence: t.always };
  if (to === null) return { ...draft, sentence: fill(t.from, { from: dayText(from ?? '') }) };
  if (from === null) return { ...draft, sentence: fill(t.until, { to: dayText(to) }) };
  return { ...draft, sentence: fill(t.span, { from: dayText(from), to: dayText(to) }) };
};

/** A sentence that names the day on which the counter restarts; empty if it continues. */
const restartClauses = ({ counter, effectiveFrom }: Plan): Draft[] =>
  counter === 'continue'
    ? []
    : [
        {
          key: 'counter',
          path: 'counter',
          group: 'quota',
          sentence: effectiveFrom === null ? t.restarts : fill(t.restartsOn, { day: dayText(effectiveFrom) }),
        },
      ];

const quotaClauses = (plan: Plan, names: Names): Draft[] => {
  const { quota } = plan;
  const period = t.periods[quota.period];
  const group: ClauseGroup = 'quota';
  const roleAmounts = Object.entries(quota.byRole) as [Role, Cents][];
  return [
    { key: 'quota', path: 'quota', group, sentence: fill(t.quota, { amount: usd(quota.amount), period }) },
    ...roleAmounts.map(([role, amount]) => ({
      key: `quota.role.${role}`,
      path: `quota.by_role.${role}`,
      group,
      sentence: fill(t.quotaOfRole, { role: roleLabels[role], amount: usd(amount), period }),
    })),
    ...quota.overrides.flatMap(({ userId, period: label, amount }, index): Draft[] => {
      const name = names.get(userId);
      const key = `quota.override.${userId}.${label}`;
      const sentence = fill(t.quotaOverride, { name: name ?? '', amount: usd(amount), period: label });
      return name === undefined ? [] : [{ key, path: `quota.overrides[${index}]`, group, sentence: sentence }];
    }),
    ...quotaPartSentences(plan).map((draft): Draft => ({ ...draft, group })),
    ...(quota.ramp.length === 0
      ? []
      : [
          {
            key: 'quota.ramp',
            path: 'quota.ramp',
            group,
            sentence: fill(t.ramp, { shares: joinWithAnd(quota.ramp.map(percent)), period }),
          },
        ]),
  ];
};

const daysText = (count: number): string => (count === 1 ? t.oneDay : fill(t.days, { count }));

const lapseSentences = ({ lapse }: ReleaseTerm): string[] => {
  if (!lapse) return [];
  const { afterDays, returnsWithin } = lapse;
  return [
    fill(t.lapses, { days: daysText(afterDays) }),
    returnsWithin === null ? t.returns : fill(t.returnsWithin, { days: daysText(returnsWithin) }),
  ];
};

const releaseSentence = ({ release }: Plan): string => {
  const { when, waitDays, parts } = release;
  if (!parts) {
    const rule = waitDays === 0 ? t.release[when] : fill(t.releaseLater[when], { days: daysText(waitDays) });
    return [rule, ...lapseSentences(release)].join(' ');
  }
  const shares = parts.map((part) => {
    const words = fill(t.releasePart[part.when], { share: percent(part.share) });
    return part.waitDays === 0 ? words : fill(t.releasePartLater, { part: words, days: daysText(part.waitDays) });
  });
  return [fill(t.releaseParts, { parts: joinWithAnd(shares) }), ...parts.flatMap(lapseSentences)].join(' ');
};

const creditSentence = ({ splits: { salesPerson, salesLead } }: Plan): string => {
  if (salesLead === 0) return t.allToPerson;
  if (salesPerson === 0) return t.allToLead;
  return fill(t.split, { person: percent(salesPerson), lead: percent(salesLead) });
};

const creditClauses = (plan: Plan, names: Names): Draft[] => {
  const teamDrafts = [...overrideSentences(plan), ...overlaySentences(plan, names)];
  return [
    { key: 'splits', path: 'splits', group: 'credit', sentence: creditSentence(plan) },
    ...teamDrafts.map((draft): Draft => ({ ...draft, group: 'credit', prices: true })),
  ];
};

const clawbackSentence = ({ enabled, maxShareOfPayout, windowDays }: Clawback): string =>
  enabled ? fill(t.clawback, { share: percent(maxShareOfPayout), days: windowDays }) : t.noClawback;

const limitClauses = ({ caps, minimumPerRecord, exclude, clawback, quota }: Plan): Draft[] => {
  const { perRecord, perPeriod } = caps;
  const pricing = { group: 'limits', prices: true } as const;
  const drafts: (Draft | null)[] = [
    // An exclusion without values excludes nobody.
    ...exclude.map(({ field, in: values }, index) =>
      values.length === 0
        ? null
        : {
            ...pricing,
            key: exclusionKey(index),
            path: `exclude[${index}]`,
            sentence: fill(t.exclude[field], { values: joinWithAnd(values) }),
          },
    ),
    minimumPerRecord === null
      ? null
      : { ...pricing, key: MINIMUM, path: 'minimum_per_record', sentence: fill(t.minimum, { amount: usd(minimumPerRecord) }) },
    perRecord === null
      ? null
      : { ...pricing, key: CAP_RECORD, path: 'caps.per_record', sentence: fill(t.capRecord, { amount: usd(perRecord) }) },
    perPeriod === null
      ? null
      : {
          ...pricing,
          key: CAP_PERIOD,
          path: 'caps.per_period',
          sentence: fill(t.capPeriod, { amount: usd(perPeriod), period: t.periods[quota.period] }),
        },
    { key: 'clawback', path: 'clawback', group: 'limits', sentence: clawbackSentence(clawback) },
  ];
  return drafts.filter((draft) => draft !== null);
};

const levelOf = ({ metric, level }: Bonus): string => {
  if (metric === 'won_deals') return String(level);
  return metric === 'net_revenue' ? usd(level) : level === 1 ? t.theQuota : fill(t.partOfQuota, { share: percent(level) });
};

const drawSentence = ({ amount, recoverable, months, maxShare, atLeaving }: Draw): string =>
  [
    fill(recoverable ? t.drawRecoverable : t.drawKept, { amount: usd(amount) }),
    ...(maxShare === undefined ? [] : [fill(t.drawShare, { share: percent(maxShare) })]),
    ...(months === undefined ? [] : [fill(t.drawMonths, { months })]),
    ...(atLeaving === undefined ? [] : [t.drawAtLeaving[atLeaving]]),
  ].join(' ');

const windowWords = ({ start_date, end_date }: DateRange) => ({ from: dayText(start_date), to: dayText(end_date) });

const contestSentence = ({ metric, match, within, window, prizes }: Contest): string => {
  const placeholders = { prizes: joinWithAnd(prizes.map(usd)), period: t.periods[within] };
  if (metric === 'first_sale') {
    const sale = match ? fill(t.matchingSale, { what: matchWords(match) }) : t.anySale;
    return window
      ? fill(t.contestFirstWindow, { ...placeholders, sale, ...windowWords(window) })
      : fill(t.contestFirst, { ...placeholders, sale });
  }
  const words = { ...placeholders, measure: t.contestBy[metric] };
  if (!window) return fill(t.contest, words);
  return fill(t.contestWindow, { ...words, ...windowWords(window) });
};

const objectiveSentence = ({ name, within, window, amount }: Objective): string => {
  const words = { name, amount: usd(amount), period: t.periods[within] };
  if (!window) return fill(t.objective, words);
  return fill(t.objectiveWindow, { ...words, ...windowWords(window) });
};

const extraClauses = ({ bonuses, contests, objectives, draw }: Plan): Draft[] => [
  ...bonuses.map((bonus, index) => {
    const condition = fill(t.bonusWhen[bonus.metric], { level: levelOf(bonus) });
    const { window } = bonus;
    const words = { amount: usd(bonus.amount), what: condition, period: t.periods[bonus.within] };
    const sentence = window ? fill(t.bonusWindow, { ...words, ...windowWords(window) }) : fill(t.bonus, words);
    return { key: `bonus.${bonus.id}`, path: `bonuses[${index}]`, group: 'extras' as const, sentence };
  }),
  ...contests.map((contest, index) => ({
    key: `contest.${contest.id}`,
    path: `contests[${index}]`,
    group: 'extras' as const,
    sentence: contestSentence(contest),
  })),
  ...objectives.map((objective, index) => ({
    key: `objective.${objective.id}`,
    path: `objectives[${index}]`,
    group: 'extras' as const,
    sentence: objectiveSentence(objective),
  })),
  ...(draw === null
    ? []
    : [
        {
          key: 'draw',
          path: 'draw',
          group: 'extras' as const,
          sentence: drawSentence(draw),
        },
      ]),
];

/**
 * A plan in words, one sentence per clause, with its numbers (decisions 2.09).
 * @param index position of the plan in `plans`, for the paths
 * @param names of the people the reader may see; personal amounts of anybody else are left out
 */
export const clausesOfPlan = (plan: Plan, index: number, names: Names): Clause[] => {
  const rates = rateSentences(plan).map(
    (sentence, tier): Clause => ({ key: tierKey(tier), path: ratePath(plan, index, tier), group: 'rates', sentence, prices: true }),
  );
  const toClause = ({ path, prices = false, ...draft }: Draft): Clause => ({ ...draft, path: `plans[${index}].${path}`, prices });
  const matchDrafts = matchedSentences(plan).map(
    (sentence, index): Draft => ({ key: ratesKey(index), path: `rates[${index}]`, group: 'rates', sentence, prices: true }),
  );
  const conditionalDrafts = [...gateSentences(plan), ...kickerSentences(plan)].map((draft): Draft => ({ ...draft, group: 'rates' }));
  const firstDrafts: Draft[] = [
    { key: 'who', path: 'applies_to', group: 'who', sentence: audienceText(plan, names) },
    datesClause(plan),
    ...quotaClauses(plan, names),
    ...restartClauses(plan),
    ...(plan.leave === 'ignore' ? [] : [{ key: 'leave', path: 'leave', group: 'quota' as const, sentence: t.leave }]),
    ...(plan.measure === 'net_revenue'
      ? []
      : [{ key: MISSING_MEASURE, path: 'measure', group: 'quota' as const, sentence: t.measure, prices: true }]),
    ...quotaCreditSentences(plan).map(
      (sentence, index): Draft => ({ key: `quota_credit.${index}`, path: `quota_credit[${index}]`, group: 'quota', sentence }),
    ),
  ];
  const lastDrafts: Draft[] = [
    { key: 'due', path: 'due', group: 'release', sentence: releaseSentence(plan) },
    ...creditClauses(plan, names),
    ...limitClauses(plan),
    ...extraClauses(plan),
  ];
  return [...firstDrafts.map(toClause), ...rates, ...[...matchDrafts, ...conditionalDrafts, ...lastDrafts].map(toClause)];
};
