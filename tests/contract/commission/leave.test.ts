import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { drawInMonth } from '../../../contract/rules/commission/draw.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import { createCounters, type Holder, quotaIn } from '../../../contract/rules/commission/quota.ts';

const config = (...plans: readonly object[]) => {
  const answer = parseConfig(JSON.stringify({ plans }));
  if (answer.config === null) throw new Error(JSON.stringify(answer.errors));
  return answer.config;
};
const quarter = { start_date: '2026-04-01', end_date: '2026-06-30' };
/** Away on 30 of the 91 days of the quarter, and a day of each quarter around it. */
const leaves = [
  { from: '2026-03-31', to: '2026-04-15' },
  { from: '2026-06-16', to: '2026-07-01' },
];
const away: Holder = { id: '7', role: 'salesperson', joinedOn: '2020-01-01', leaves };
const prorate = { leave: 'prorate' };

describe('issue 49: a quota less the days of leave (decisions 2.22)', () => {
  it.each<readonly [string, object, number]>([
    ['stays as it is by default', {}, 10_000_000],
    ['counts 61 of 91 days', prorate, 6_703_297],
    [
      'stays as it is if the person has an amount of their own',
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

  it('is nothing for a quarter of leave, and the months of a quarter add up to it', () => {
    const one = config(prorate);
    expect(quotaIn({ config: one, person: { ...away, leaves: [{ from: '2026-01-01', to: '2026-12-31' }] }, range: quarter })).toBe(0);
    const april = { start_date: '2026-04-01', end_date: '2026-04-30' };
    // 15 of 91 days
    expect(quotaIn({ config: one, person: away, range: april })).toBe(1_648_352);
  });

  it('counts each version of a plan by its own rule', () => {
    const two = config({ id: 'b', effective_from: '2026-05-15', ...prorate }, { id: 'a', effective_to: '2026-05-14' });
    // 15 days of the second version are leave: 76 of 91 days.
    expect(quotaIn({ config: two, person: away, range: quarter })).toBe(8_351_648);
  });

  it('reduces the draw of a month in proportion, to nothing in a month of leave', () => {
    const draw = { amount: 300_000, recoverable: false };
    const plan = { draw, leave: 'prorate' } as const;
    expect(drawInMonth(plan, leaves, '2026-04-30')?.amount).toBe(150_000);
    expect(drawInMonth(plan, leaves, '2026-05-31')?.amount).toBe(300_000);
    expect(drawInMonth(plan, [{ from: '2026-04-01', to: '2026-05-31' }], '2026-04-30')?.amount).toBe(0);
    expect(drawInMonth({ draw, leave: 'ignore' }, leaves, '2026-04-30')?.amount).toBe(300_000);
    expect(drawInMonth({ draw: null, leave: 'prorate' }, leaves, '2026-04-30')).toBeNull();
  });

  it('is refused with any other word', () =>
    expect(parseConfig(JSON.stringify({ plans: [{ leave: 'half' }] })).errors).toMatchObject([{ path: 'plans[0].leave' }]));
});
