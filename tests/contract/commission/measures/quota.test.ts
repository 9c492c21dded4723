import { describe, expect, it } from 'vitest';
import { defaultConfig, parseConfig } from '../../../../contract/rules/commission/config.ts';
import type { Holder } from '../../../../contract/rules/commission/holder.ts';
import type { Plan } from '../../../../contract/rules/commission/plan.ts';
import { createCounters, hasRamps, lastQuotaOf, quotasIn, quotaTermsOf } from '../../../../contract/rules/commission/quota.ts';

const config = (plans: readonly object[]) => {
  const answer = parseConfig(JSON.stringify({ plans }));
  if (answer.config === null) throw new Error(JSON.stringify(answer.errors));
  return answer.config;
};
const termsOver = (config: typeof defaultConfig, people: readonly Holder[], range: typeof quarter) =>
  quotaTermsOf(people.map((person) => ({ config: config, person, range })));
const seller = (id: string, joinedOn = '2020-01-01') => ({ id, role: 'salesperson', joinedOn }) as const;
const manager = { id: '50', role: 'sales_manager', joinedOn: '2020-01-01' } as const;
const quarter = { start_date: '2026-04-01', end_date: '2026-06-30' };
const year = { start_date: '2026-01-01', end_date: '2026-12-31' };

describe('decisions 2.06: the quota of the people in a summary', () => {
  it('is 100,000 a quarter for each salesperson by default, and nobody else has one', () => {
    expect(termsOver(defaultConfig, [seller('1'), seller('2'), manager], quarter)).toEqual({ quota: 20_000_000, base: 0.05, over: 0.075 });
    expect(termsOver(defaultConfig, [seller('1')], year).quota).toBe(40_000_000);
    expect(termsOver(defaultConfig, [manager], year)).toEqual({ quota: 0, base: 0.05, over: 0.075 });
    expect(termsOver(defaultConfig, [], year)).toEqual({ quota: 0, base: null, over: null });
  });

  it('shows no single rate below or above quota with more than two tiers', () => {
    const tiered = (...tierStarts: number[]) => config([{ tiers: tierStarts.map((from, index) => ({ from, rate: 0.04 + index / 100 })) }]);
    const rates = (...tierStarts: number[]) => termsOver(tiered(...tierStarts), [seller('1')], quarter);
    expect(rates(0, 1)).toMatchObject({ base: 0.04, over: 0.05 });
    expect(rates(0, 0.5, 1)).toMatchObject({ base: null, over: 0.06 });
    expect(rates(0, 1, 1.5)).toMatchObject({ base: 0.04, over: null });
    expect(rates(0, 0.5, 1.5)).toMatchObject({ base: null, over: null });
  });

  it('applies overrides, roles and ramps to the people they name', () => {
    const { plans } = config([
      {
        quota: {
          amount: 100000,
          by_role: { sales_manager: 400000 },
          overrides: [{ user_id: '7', period: '2026-Q2', amount: 60000 }],
          ramp: [0.5],
        },
      },
    ]);
    const people = [seller('1'), seller('7'), seller('8', '2026-05-20'), seller('9', '2026-05-21'), manager];
    expect(termsOver({ ...defaultConfig, plans }, people, quarter).quota).toBe(10_000_000 + 6_000_000 + 5_000_000 + 5_000_000 + 40_000_000);
  });

  it('decisions 2.22: rehiring restarts the ramp in its first period, and leaves earlier periods unchanged', () => {
    const joined = (joinedOn: string, start_date: string, end_date: string) => ({
      start_date,
      end_date,
      role: 'salesperson' as const,
      joinedOn,
    });
    const again: Holder = {
      ...seller('9', '2026-09-15'),
      stretches: [joined('2026-01-15', '1900-01-01', '2026-05-10'), joined('2026-09-15', '2026-05-11', '2999-12-31')],
    };
    const ramped = config([{ quota: { period: 'quarter', amount: 100_000, ramp: [0.25, 0.5] } }]);
    const quotaOf = (start_date: string, end_date: string): number => termsOver(ramped, [again], { start_date, end_date }).quota;
    const counterAt = (day: string): number => createCounters(ramped, again)(ramped.plans[0] as Plan, day).quota;
    const quarters = [
      ['2026-01-01', '2026-03-31', 2_500_000],
      ['2026-04-01', '2026-06-30', 5_000_000],
      ['2026-07-01', '2026-09-30', 2_500_000],
      ['2026-10-01', '2026-12-31', 5_000_000],
    ] as const;
    for (const [start, end, quota] of quarters) expect([quotaOf(start, end), counterAt(start)]).toEqual([quota, quota]);
    const soon: Holder = {
      ...again,
      stretches: [joined('2026-01-15', '1900-01-01', '2026-05-10'), joined('2026-06-01', '2026-05-11', '2999-12-31')],
    };
    // 40 of the 91 days are in the second quarter of the first employment, 51 in the first quarter of the second.
    expect(createCounters(ramped, soon)(ramped.plans[0] as Plan, '2026-06-10').quota).toBe(
      Math.round((5_000_000 * 40 + 2_500_000 * 51) / 91),
    );
  });

  it('decisions 2.21, 2.22: a role change within the period counts by its days, in the counter and in the summary', () => {
    const promoted: Holder = {
      ...manager,
      stretches: [
        { start_date: '1900-01-01', end_date: '2026-05-15', role: 'salesperson', joinedOn: manager.joinedOn },
        { start_date: '2026-05-16', end_date: '2999-12-31', role: 'sales_manager', joinedOn: manager.joinedOn },
      ],
    };
    const roles = config([{ quota: { amount: 100000, by_role: { sales_manager: 400000 } } }]);
    const quota = Math.round((10_000_000 * 45 + 40_000_000 * 46) / 91);
    const [plan] = roles.plans;
    const counterOf = createCounters(roles, promoted);
    expect(counterOf(plan!, '2026-04-01').quota).toBe(quota);
    expect(counterOf(plan!, '2026-06-30')).toBe(counterOf(plan!, '2026-04-01'));
    expect(termsOver(roles, [promoted], quarter).quota).toBe(quota);
  });

  it('the next plan takes over the days after a plan ends; different rates are not shown', () => {
    const changing = config([
      { id: 'old', effective_to: '2026-03-31', quota: { amount: 90000 } },
      { id: 'new', effective_from: '2026-04-01', quota: { period: 'month', amount: 50000 }, base_commission_rate: 0.06 },
    ]);
    expect(termsOver(changing, [seller('1')], { start_date: '2026-01-01', end_date: '2026-04-30' })).toEqual({
      quota: 14_000_000,
      base: null,
      over: 0.075,
    });
    expect(termsOver(changing, [seller('1')], { start_date: '2026-03-31', end_date: '2026-04-01' }).quota).toBe(100_000 + 166_667);
  });

  it('decisions 2.06: months closed one by one, under one quota or several, are rounded once a quarter', () => {
    const [first, second] = [config([{ quota: { amount: 100000 } }]), config([{ quota: { amount: 50000 } }])];
    const months = [
      ['2026-07-01', '2026-07-31'],
      ['2026-08-01', '2026-08-31'],
      ['2026-09-01', '2026-09-30'],
    ] as const;
    const termsFor = (configs: readonly (typeof first)[], count = 1) =>
      quotaTermsOf(
        months.map(([start_date, end_date], index) => ({
          config: configs[index] ?? first,
          person: { ...seller('1'), count },
          range: { start_date, end_date },
        })),
      ).quota;
    expect(termsFor([first, first, first])).toBe(10_000_000);
    expect(termsFor([first, first, second])).toBe(8_369_565);
    expect(termsFor([first, first, second], 40)).toBe(334_782_609);
  });

  it('people without a plan have no quota and no rates', () => {
    const theirs = config([{ id: 'b', applies_to: { users: ['2'] }, quota: { amount: 5 } }]);
    expect(termsOver(theirs, [seller('1')], quarter)).toEqual({ quota: 0, base: null, over: null });
    expect(termsOver(theirs, [seller('1'), { ...manager, id: '2' }], quarter).quota).toBe(500);
  });

  it('a plan counts from its first day to its last, and an earlier one from the start of the range', () => {
    const quotaOf = (days: object) => termsOver(config([days]), [seller('1')], quarter).quota;
    expect(quotaOf({ effective_from: '2026-05-01' })).toBe(6_703_297);
    expect(quotaOf({ effective_to: '2026-04-30' })).toBe(3_296_703);
    expect(quotaOf({ effective_from: '2026-01-01', effective_to: '2026-12-31' })).toBe(10_000_000);
  });

  it('shows the rates of the only person with a quota', () => {
    const two = config([
      { id: 'a', applies_to: { roles: ['salesperson'] } },
      { id: 'b', applies_to: { roles: ['sales_manager'] }, base_commission_rate: 0.01, over_quota_commission_rate: 0.02 },
    ]);
    expect(termsOver(two, [seller('1'), manager], quarter)).toEqual({ quota: 10_000_000, base: 0.05, over: 0.075 });
  });

  it('asks for start dates as soon as one plan has a ramp', () => {
    const [plain, ramped] = [
      { id: 'a', effective_to: '2026-03-31' },
      { id: 'b', effective_from: '2026-04-01', quota: { ramp: [0.5] } },
    ];
    expect([hasRamps(config([plain])), hasRamps(config([plain, ramped]))]).toEqual([false, true]);
  });
});

describe('the quota of the last day in a list', () => {
  const halves = config([{ id: 'p', quota: { period: 'quarter', amount: 80000 } }]);
  const before = { config: halves, person: seller('7'), range: { start_date: '2026-01-01', end_date: '2026-03-31' } };
  const after = { config: halves, person: seller('7'), range: { start_date: '2026-04-01', end_date: '2026-05-15' } };

  it('comes from that day’s quota period, whatever the order of the list', () => {
    for (const held of [
      [before, after],
      [after, before],
    ])
      expect(lastQuotaOf(held)).toMatchObject({ range: { start_date: '2026-04-01', end_date: '2026-06-30' }, quota: 8_000_000 });
  });

  it('is empty for an empty list', () => {
    expect(lastQuotaOf([])).toBeNull();
  });
});

describe('decisions 2.13: the quota of each quota period in a range', () => {
  const held = (config: typeof defaultConfig, person: Holder, range: typeof year) => [{ config: config, person, range }];
  const changed = config([
    { id: 'before', effective_to: '2026-09-30' },
    { id: 'after', effective_from: '2026-10-01', quota: { period: 'month', amount: 30000 } },
  ]);

  it('uses the plan that applied in it, not the one at the end', () => {
    const range = { start_date: '2026-05-10', end_date: '2026-11-24' };
    const result = quotasIn(held(changed, seller('7'), range), range);
    expect(result.map(({ plan, range: { start_date }, quota }) => [plan.id, start_date, quota])).toEqual([
      ['before', '2026-04-01', 10_000_000],
      ['before', '2026-07-01', 10_000_000],
      ['after', '2026-10-01', 3_000_000],
      ['after', '2026-11-01', 3_000_000],
    ]);
  });

  it('skips days without a plan, and is empty for people without a quota', () => {
    const gap = config([
      { id: 'a', effective_to: '2026-03-31' },
      { id: 'b', effective_from: '2026-10-01', effective_to: '2026-12-31' },
    ]);
    const until = { start_date: '2026-01-01', end_date: '2027-02-10' };
    expect(quotasIn(held(gap, seller('7'), until), until).map(({ range }) => range.start_date)).toEqual(['2026-01-01', '2026-10-01']);
    expect(quotasIn(held(gap, manager, until), until)).toEqual([]);
    expect(quotasIn([], year)).toEqual([]);
  });
});
