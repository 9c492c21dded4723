import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultConfig, parseConfig, planFor } from '../../../contract/rules/commission/config.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';

const parse = (value: unknown) => parseConfig(JSON.stringify(value));
const read = (value: unknown) => {
  const answer = parse(value);
  if (answer.config === null) throw new Error(JSON.stringify(answer.errors));
  return answer.config;
};

/** The manual's example, which uses every setting. */
const fullConfig = /```json\n(.*?)```/s.exec(readFileSync(new URL('../../../docs/plans.md', import.meta.url), 'utf8'))?.[1] ?? '';

describe('decisions 2.07: commissionsConfig', () => {
  it.each(['{}', ' {}\n', '{"plans":[{}]}'])('%j means the defaults', (text) => {
    expect(parseConfig(text)).toEqual({ config: defaultConfig, errors: [] });
    expect(defaultConfig).toMatchObject({ plans: [defaultPlan], secondApprovalOver: 50_000, payout: { day: 'last_day' } });
  });

  it.each(['', ' \n'])('decisions 2.07: %j is refused', (text) => {
    expect(parseConfig(text)).toEqual({
      config: null,
      errors: [{ path: '$', message: 'The configuration is empty; {} means the defaults' }],
    });
  });

  it('decisions 2.07: refuses a repeated key, naming its path and position', () => {
    const text = '{\n  "plans": [{ "id": "a", "name": "A", "name": "B" }],\n  "second_approval_over": 1,\n "second_approval_over": 2\n}';
    expect(parseConfig(text)).toEqual({
      config: null,
      errors: [
        { path: 'plans[0].name', message: 'appears more than once (line 2, column 39)' },
        { path: 'second_approval_over', message: 'appears more than once (line 4, column 2)' },
      ],
    });
    expect(parseConfig('{"goals":[],"go\\u0061ls":[]}').errors).toEqual([
      { path: 'goals', message: 'appears more than once (line 1, column 13)' },
    ]);
    const deep = `${'['.repeat(600)}${']'.repeat(600)}`;
    expect(parseConfig(`{"goals":${deep},"goals":[]}`).errors).toEqual([
      { path: '$', message: 'The configuration is nested deeper than 10 levels' },
    ]);
  });

  it('reads every field, with money in cents', () => {
    const config = read(JSON.parse(fullConfig));
    expect(config).toMatchObject({
      timezone: 'America/New_York',
      secondApprovalOver: 75_000,
      payout: { day: 15, approvers: ['finance'] },
      goals: [{ metric: 'deals_closed', period: 'month', target: 15 }],
    });
    expect(config.plans[0]).toEqual({
      id: 'standard',
      name: 'Standard',
      effectiveFrom: '2026-01-01',
      effectiveTo: null,
      appliesTo: { roles: ['salesperson', 'sales_manager'], users: [] },
      quota: {
        period: 'quarter',
        amount: 10_000_000,
        byRole: { sales_manager: 40_000_000 },
        overrides: [{ userId: '7', period: '2026-Q2', amount: 6_000_050 }],
        ramp: [0.25, 0.5],
      },
      counter: 'continue',
      leave: 'ignore',
      measure: 'net_revenue',
      tiers: [
        { from: 0, rate: 0.05 },
        { from: 1, rate: 0.075 },
        { from: 1.5, rate: 0.1 },
      ],
      ratesAs: 'tiers',
      tierMode: 'retroactive',
      release: { when: 'proportional_to_payments', waitDays: 30 },
      splits: { salesPerson: 0.7, salesLead: 0.3 },
      teamOverrides: [{ role: 'sales_manager', level: 1, tiers: [{ from: 0, rate: 0.01 }], quota: 0 }],
      overrideList: false,
      overlays: [],
      contests: [],
      objectives: [],
      caps: { perRecord: 500_000, perPeriod: null },
      minimumPerRecord: 2500,
      exclude: [{ field: 'customer_type', in: ['Internal'] }],
      clawback: { enabled: true, windowDays: 90, maxShareOfPayout: 0.25 },
      rates: [
        {
          match: { customer_type: ['Library', 'School'], territory: ['West'] },
          tiers: [
            { from: 0, rate: 0.03 },
            { from: 1, rate: 0.045 },
          ],
          ratesAs: 'rates',
        },
        { match: { activity_type: ['Python'] }, tiers: [{ from: 0, rate: 0.06 }], ratesAs: 'tiers' },
        {
          match: { customer: ['Acme'], deal_size: { over: 5_000_000 } },
          tiers: [{ from: 0, rate: 0.08 }],
          ratesAs: 'tiers',
          tierMode: 'marginal',
        },
        { match: { customer: ['Bell'] }, tiers: [{ from: 0, rate: 0 }], ratesAs: 'tiers', amount: 25_000 },
      ],
      quotaCredits: [{ match: { customer: ['Acme'] }, times: 1.5 }],
      bonuses: [{ id: 'big-quarter', name: 'Big quarter', metric: 'attainment', level: 1.2, within: 'quarter', amount: 150_000 }],
      draw: { amount: 200_000, recoverable: true },
    });
    expect(config.plans[1]?.tiers).toEqual([
      { from: 0, rate: 0.06 },
      { from: 1, rate: 0.09 },
    ]);
  });

  it('computes examples with a plan change and with credit memos (decisions 2.21, 2.23)', () => {
    const change = {
      plans: [
        { id: 'before', effective_to: '2026-08-14' },
        { id: 'after', effective_from: '2026-08-15', base_commission_rate: 0.06, over_quota_commission_rate: 0.09 },
      ],
      examples: [{ plan: 'before', quota: 100_000, rows: [80_000, { net: 40_000, plan: 'after' }], expect: [4000, 3000] }],
    };
    expect(parseConfig(JSON.stringify(change)).errors).toEqual([]);
    const tiers = [
      { from: 0, rate: 0 },
      { from: 0.5, rate: 0.1 },
      { from: 1, rate: 0.15 },
    ];
    const memo = (credit_of: number) => ({
      plans: [{ tiers }],
      examples: [{ quota: 20_000, rows: [25_000, { net: -5000, credit_of }, 5000], expect: [1750, -750, 750] }],
    });
    expect(parseConfig(JSON.stringify(memo(1))).errors).toEqual([]);
    expect(parseConfig(JSON.stringify(memo(2))).errors).toEqual([
      { path: 'examples[0].rows[1].credit_of', message: 'must be the number of an earlier row, the first of which is 1' },
    ]);
  });

  it('reads whether a version restarts the quota counter (decisions 2.21)', () => {
    expect(read({ plans: [{ counter: 'restart' }] }).plans[0]?.counter).toBe('restart');
    expect(parseConfig(JSON.stringify({ plans: [{ counter: 'no' }] })).errors.map(({ path }) => path)).toEqual(['plans[0].counter']);
  });

  it('prefers a plan that names the person to one that names the role, on its days', () => {
    const config = read({
      plans: [
        { id: 'role', effective_to: '2026-06-30' },
        { id: 'later', effective_from: '2026-07-01', applies_to: { roles: ['salesperson'] } },
        { id: 'own', effective_from: '2026-04-01', effective_to: '2026-04-30', applies_to: { users: ['7'] } },
      ],
    });
    const planOn = (id: string, role: 'salesperson' | 'admin', day: string) => planFor(config, { id, role }, day)?.id ?? null;
    expect([planOn('7', 'salesperson', '2026-03-31'), planOn('7', 'salesperson', '2026-04-01')]).toEqual(['role', 'own']);
    expect([planOn('7', 'salesperson', '2026-04-30'), planOn('7', 'salesperson', '2026-05-01')]).toEqual(['own', 'role']);
    expect([planOn('8', 'salesperson', '2026-06-30'), planOn('8', 'salesperson', '2026-07-01')]).toEqual(['role', 'later']);
    expect(planOn('8', 'admin', '2026-07-01')).toBeNull();
  });
});
