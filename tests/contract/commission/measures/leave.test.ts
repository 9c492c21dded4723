import { describe, expect, it } from 'vitest';
import { isReached } from '../../../../contract/rules/commission/bonus.ts';
import { parseConfig } from '../../../../contract/rules/commission/config.ts';
import { drawInMonth } from '../../../../contract/rules/commission/draw.ts';
import { computePeriod } from '../../../../contract/rules/commission/engine.ts';
import type { Holder } from '../../../../contract/rules/commission/holder.ts';
import { leaveSentence } from '../../../../contract/rules/commission/leave.ts';
import { defaultPlan } from '../../../../contract/rules/commission/plan.ts';
import { createCounters, lastLeaveOf, quotaIn } from '../../../../contract/rules/commission/quota.ts';
import { addDays } from '../../../../contract/rules/time/period.ts';
import { booked } from '../../support/bookings.ts';

const config = (...plans: readonly object[]) => {
  const answer = parseConfig(JSON.stringify({ plans }));
  if (answer.config === null) throw new Error(JSON.stringify(answer.errors));
  return answer.config;
};
const quarter = { start_date: '2026-04-01', end_date: '2026-06-30' };
/** On leave for 30 of the quarter's 91 days, and for one day of each adjacent quarter. */
const leaves = [
  { from: '2026-03-31', to: '2026-04-15' },
  { from: '2026-06-16', to: '2026-07-01' },
];
const away: Holder = { id: '7', role: 'salesperson', joinedOn: '2020-01-01', leaves };
const prorate = { leave: 'prorate' };

describe('issue 49: a quota reduced by leave days (decisions 2.22)', () => {
  it.each<readonly [string, object, number]>([
    ['is unchanged by default', {}, 10_000_000],
    ['is prorated to 61 of 91 days', prorate, 6_703_297],
    [
      'is unchanged if the person has a personal amount',
      { ...prorate, quota: { overrides: [{ user_id: '7', period: '2026-Q2', amount: 80_000 }] } },
      8_000_000,
    ],
    ['is reduced after the ramp', { ...prorate, quota: { ramp: [1, 0.5] } }, 3_351_648],
  ])('%s', (_what, plan, expected) => {
    const one = config(plan);
    const person = { ...away, ...('quota' in plan && 'ramp' in (plan.quota as object) ? { joinedOn: '2026-01-10' } : {}) };
    expect(quotaIn({ config: one, person, range: quarter })).toBe(expected);
    expect(createCounters(one, person)(one.plans[0] ?? defaultPlan, '2026-05-10').quota).toBe(expected);
  });

  it('adds up by month to the quarter’s quota', () => {
    const one = config(prorate);
    const april = { start_date: '2026-04-01', end_date: '2026-04-30' };
    // 15 of 91 days
    expect(quotaIn({ config: one, person: away, range: april })).toBe(1_648_352);
  });

  it('follows each plan version’s own rule', () => {
    const two = config({ id: 'b', effective_from: '2026-05-15', ...prorate }, { id: 'a', effective_to: '2026-05-14' });
    // 15 days of the second version are leave: 76 of 91 days.
    expect(quotaIn({ config: two, person: away, range: quarter })).toBe(8_351_648);
  });

  it('reduces a month’s draw in proportion, to zero in a month of leave', () => {
    const draw = { amount: 300_000, recoverable: false };
    const plan = { draw, leave: 'prorate' } as const;
    expect(drawInMonth(plan, leaves, '2026-04-30')?.amount).toBe(150_000);
    expect(drawInMonth(plan, leaves, '2026-05-31')?.amount).toBe(300_000);
    expect(drawInMonth(plan, [{ from: '2026-04-01', to: '2026-05-31' }], '2026-04-30')?.amount).toBe(0);
    expect(drawInMonth({ draw, leave: 'ignore' }, leaves, '2026-04-30')?.amount).toBe(300_000);
    expect(drawInMonth({ draw: null, leave: 'prorate' }, leaves, '2026-04-30')).toBeNull();
  });

  it('refuses any other word', () =>
    expect(parseConfig(JSON.stringify({ plans: [{ leave: 'half' }] })).errors).toMatchObject([{ path: 'plans[0].leave' }]));
});

describe('at least 25% of a quota remains on leave (decisions 2.22)', () => {
  const year = [{ from: '2026-01-01', to: '2026-12-31' }];
  const absent: Holder = { ...away, leaves: year };
  const quotaOn = (plans: readonly object[], leaves: Holder['leaves'], day: string): number => {
    const all = config(...plans);
    const plan = all.plans.find((one) => (one.effectiveFrom ?? '') <= day && day <= (one.effectiveTo ?? '9')) ?? defaultPlan;
    return createCounters(all, { ...away, leaves })(plan, day).quota;
  };

  it.each<readonly [string, number, number]>([
    // The quarter has 91 days.
    ['2026-06-29', 90, 2_500_000],
    ['2026-06-08', 69, 2_500_000],
    ['2026-06-07', 68, 2_527_473],
    ['2026-06-30', 91, 2_500_000],
  ])('leave until %s, %i days, leaves a quota of %i cents', (to, _days, quota) => {
    const leaves = [{ from: '2026-04-01', to }];
    expect(quotaOn([prorate], leaves, '2026-05-10')).toBe(quota);
    expect(quotaIn({ config: config(prorate), person: { ...away, leaves }, range: quarter })).toBe(quota);
  });

  it.each<readonly [string, object, number]>([
    ['two rates', prorate, 50_000],
    ['retroactive tiers', { ...prorate, tier_mode: 'retroactive' }, 50_000],
    ['a monthly quota', { ...prorate, quota: { period: 'month', amount: 20_000 } }, 62_500],
    ['a ramp of half the quota', { ...prorate, quota: { amount: 64_000, ramp: [1, 0.5] } }, 55_000],
  ])('a late sale of 10,000 fills a quarter of the quota: %s', (_what, plan, expected) => {
    const all = config(plan);
    const [only = defaultPlan] = all.plans;
    const { quota } = createCounters(all, { ...absent, joinedOn: '2026-01-10' })(only, '2026-05-10');
    expect(computePeriod(only, quota, [booked(1, 1_000_000, { bookingDate: '2026-05-10' })])[0]?.amount).toBe(expected);
  });

  it('a bonus for attainment uses the lower quota, whose months add up', () => {
    const one = config(prorate);
    const bonus = { id: 'b', name: 'B', metric: 'attainment', level: 1, within: 'quarter', amount: 100_000 } as const;
    const quota = quotaIn({ config: one, person: absent, range: quarter });
    expect([2_499_999, 2_500_000].map((net) => isReached(bonus, { net, quota, won: 0 }))).toEqual([false, true]);
    // 30, 31 and 30 of 91 days
    const months = [30, 31, 30].map((days, index) => ({ start_date: `2026-0${index + 4}-01`, end_date: `2026-0${index + 4}-${days}` }));
    expect(months.map((range) => quotaIn({ config: one, person: absent, range }))).toEqual([824_176, 851_648, 824_176]);
  });

  it('a plan from the middle of the quarter counts its own days', () => {
    const from = [{ from: '2026-05-15', to: '2026-06-30' }];
    expect(quotaOn([{ effective_from: '2026-05-15', ...prorate }], from, '2026-06-10')).toBe(2_500_000);
    const restart = { id: 'b', effective_from: '2026-05-15', counter: 'restart', ...prorate };
    expect(quotaOn([restart, { id: 'a', effective_to: '2026-05-14' }], from, '2026-06-10')).toBe(2_500_000);
  });

  it('days under an earlier version follow its rule; a bonus on the later days keeps 25% of their quota', () => {
    const from = [{ from: '2026-05-15', to: '2026-06-30' }];
    const plans = [
      { id: 'b', effective_from: '2026-05-15', ...prorate },
      { id: 'a', effective_to: '2026-05-14' },
    ];
    // 44 of 91 days
    expect(quotaOn(plans, from, '2026-06-10')).toBe(4_835_165);
    const later = { start_date: '2026-05-15', end_date: '2026-06-30' };
    const quotas = [quarter, later].map((range) => quotaIn({ config: config(...plans), person: { ...away, leaves: from }, range }));
    // 47 of 91 days, of which a quarter remains
    expect(quotas).toEqual([4_835_165, 1_291_209]);
  });

  /** The 92 days of the fourth quarter: 46 until Nov 15, and 46 from then on. */
  const fourthQuarter = { start_date: '2026-10-01', end_date: '2026-12-31' };
  const promoted: Partial<Holder> = {
    role: 'sales_manager',
    stretches: [
      { start_date: '2020-01-01', end_date: '2026-11-15', role: 'salesperson', joinedOn: '2020-01-01' },
      { start_date: '2026-11-16', end_date: '9999-12-31', role: 'sales_manager', joinedOn: '2020-01-01' },
    ],
  };
  const byRole = [{ ...prorate, quota: { amount: 20_000, by_role: { sales_manager: 180_000 } } }];
  const versions = [
    { ...prorate, id: 'b', effective_from: '2026-11-16', quota: { amount: 300_000 } },
    { ...prorate, id: 'a', effective_to: '2026-11-15', quota: { amount: 100_000 } },
  ];

  it.each<readonly [string, readonly object[], Partial<Holder>, string, number]>([
    // The mean is 100,000: 25,000 always remain.
    ['role: 22 · 20,000 / 92 = 4,782.61', byRole, promoted, '2026-10-23', 2_500_000],
    ['role: 23 · 20,000 / 92 = 5,000.00', byRole, promoted, '2026-10-24', 2_500_000],
    ['role: (46 · 20,000 + 7 · 180,000) / 92 = 23,695.65', byRole, promoted, '2026-11-23', 2_500_000],
    ['role: (46 · 20,000 + 8 · 180,000) / 92 = 25,652.17', byRole, promoted, '2026-11-24', 2_565_217],
    // The mean is 200,000: 50,000 always remain.
    ['versions: 23 · 100,000 / 92 = 25,000.00', versions, {}, '2026-10-24', 5_000_000],
    ['versions: (46 · 100,000 + 1 · 300,000) / 92 = 53,260.87', versions, {}, '2026-11-17', 5_326_087],
  ])('keeps 25% of the mean of a quota that changes within the period: %s', (_what, plans, change, from, quota) => {
    const all = config(...plans);
    const person: Holder = { ...away, ...change, leaves: [{ from, to: '2026-12-31' }] };
    const plan = all.plans[0] ?? defaultPlan;
    expect(createCounters(all, person)(plan, '2026-12-20').quota).toBe(quota);
    expect(quotaIn({ config: all, person, range: fourthQuarter })).toBe(quota);
  });

  it('keeps 25% on the days of a bonus, even if the quarter keeps more', () => {
    const person = { ...away, leaves: [{ from: '2026-11-02', to: '2026-11-30' }] };
    const quotas = [fourthQuarter, { start_date: '2026-11-01', end_date: '2026-11-30' }].map((range) =>
      quotaIn({ config: config(prorate), person, range }),
    );
    // 100,000 · 63 / 92, and 100,000 · 30 / 92 · 25%
    expect(quotas).toEqual([6_847_826, 815_217]);
  });
});

describe('the effect of leave in words (decisions 2.22)', () => {
  const textOf = (plan: object, leaves: Holder['leaves'], person: Partial<Holder> = {}): string | null => {
    const effect = lastLeaveOf([{ config: config(plan), person: { ...away, leaves, ...person }, range: quarter }]);
    return effect && leaveSentence(effect);
  };
  const first = (days: number) => [{ from: '2026-04-01', to: addDays('2026-04-01', days - 1) }];

  it.each<readonly [string, string | null, object, Holder['leaves']]>([
    ['30 days', 'Quota of Q2 2026: 30 of its 91 days are leave, so it is $67,032.97 instead of $100,000.00.', prorate, leaves],
    ['a day', 'Quota of Q2 2026: 1 of its 91 days is leave, so it is $98,901.10 instead of $100,000.00.', prorate, first(1)],
    [
      'nearly all days',
      'Quota of Q2 2026: 90 of its 91 days are leave, so it is $25,000.00 instead of $100,000.00; 25% of the quota always remain.',
      prorate,
      first(90),
    ],
    ['no leave in the quarter', null, prorate, [{ from: '2026-01-01', to: '2026-03-31' }]],
    ['a plan that ignores leave', null, {}, leaves],
    ['a personal amount', null, { ...prorate, quota: { overrides: [{ user_id: '7', period: '2026-Q2', amount: 80_000 }] } }, leaves],
  ])('%s', (_what, sentence, plan, days) => expect(textOf(plan, days)).toBe(sentence));

  it('is also described for a manager without a quota, because it prices their sales', () =>
    expect(textOf(prorate, first(1), { role: 'sales_manager' })).toMatch(/^Quota of Q2 2026: 1 of its 91 days is leave/));
});
