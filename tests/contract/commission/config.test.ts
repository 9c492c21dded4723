import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultConfig, parseConfig, planFor } from '../../../contract/rules/commission/config.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';

const parse = (value: unknown) => parseConfig(JSON.stringify(value));
const paths = (value: unknown): string[] => parse(value).errors.map(({ path }) => path);
const read = (value: unknown) => {
  const answer = parse(value);
  if (answer.config === null) throw new Error(JSON.stringify(answer.errors));
  return answer.config;
};

/** The manual's example, which uses every setting. */
const whole = /```json\n(.*?)```/s.exec(readFileSync(new URL('../../../docs/plans.md', import.meta.url), 'utf8'))?.[1] ?? '';

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

  it('decisions 2.07: a key that is there twice is refused, and its path and place are named', () => {
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

  it('reads all of it, money in cents', () => {
    const config = read(JSON.parse(whole));
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

  it('works out examples with a plan change and with credit memos (decisions 2.21, 2.23)', () => {
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

  it('a plan that names a person beats one that names the role, on its days', () => {
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

const plan = (fields: object) => ({ plans: [fields] });

describe('decisions 2.07: what is wrong in a configuration names its JSON path', () => {
  it.each([
    ['a key nobody knows', { plan: [] }, ['plan']],
    ['a key of the prototype', JSON.parse('{"__proto__":{"plans":[]}}'), ['__proto__']],
    [
      'a key of the prototype, deep',
      JSON.parse('{"plans":[{"quota":{"__proto__":{"amount":1},"constructor":1}}]}'),
      ['plans[0].quota.__proto__', 'plans[0].quota.constructor'],
    ],
    ['no object', [], ['$']],
    ['null', null, ['$']],
    ['plans that are no list', { plans: {} }, ['plans']],
    ['no plan at all', { plans: [] }, ['plans']],
    ['a plan that is no object', { plans: [7] }, ['plans[0]']],
    [
      'a tier out of order',
      plan({
        tiers: [
          { from: 0, rate: 0.05 },
          { from: 1, rate: 0.07 },
          { from: 0.5, rate: 0.1 },
        ],
      }),
      ['plans[0].tiers[2].from'],
    ],
    [
      'a tier twice',
      plan({
        tiers: [
          { from: 0, rate: 0.05 },
          { from: 0, rate: 0.07 },
        ],
      }),
      ['plans[0].tiers[1].from'],
    ],
    ['a first tier not from 0', plan({ tiers: [{ from: 0.1, rate: 0.05 }] }), ['plans[0].tiers[0].from']],
    ['no tier', plan({ tiers: [] }), ['plans[0].tiers']],
    ['a tier without a rate', plan({ tiers: [{ from: 0 }] }), ['plans[0].tiers[0].rate']],
    ['a rate over 1', plan({ base_commission_rate: 1.01 }), ['plans[0].base_commission_rate']],
    ['a rate under 0', plan({ over_quota_commission_rate: -0.01 }), ['plans[0].over_quota_commission_rate']],
    ['a rate finer than a millionth', plan({ base_commission_rate: 0.0512345678 }), ['plans[0].base_commission_rate']],
    ['a rate as text', plan({ base_commission_rate: '0.05' }), ['plans[0].base_commission_rate']],
    ['rates and tiers', plan({ base_commission_rate: 0.05, tiers: [{ from: 0, rate: 0.05 }] }), ['plans[0].base_commission_rate']],
    ['a quota of a tenth of a cent', plan({ quota: { amount: 10.001 } }), ['plans[0].quota.amount']],
    ['a negative quota', plan({ quota: { amount: -1 } }), ['plans[0].quota.amount']],
    ['a period nobody knows', plan({ quota: { period: 'week' } }), ['plans[0].quota.period']],
    ['a role nobody knows', plan({ quota: { by_role: { chef: 1 } } }), ['plans[0].quota.by_role.chef']],
    [
      'an override of another kind of period',
      plan({ quota: { overrides: [{ user_id: '1', period: '2026-05', amount: 1 }] } }),
      ['plans[0].quota.overrides[0].period'],
    ],
    [
      'an override twice',
      plan({ quota: { overrides: [1, 2].map((amount) => ({ user_id: '1', period: '2026-Q1', amount })) } }),
      ['plans[0].quota.overrides[1]'],
    ],
    ['a ramp over 1', plan({ quota: { ramp: [0.5, 1.5] } }), ['plans[0].quota.ramp[1]']],
    ['splits that do not add up', plan({ splits: { sales_person: 0.7, sales_lead: 0.2 } }), ['plans[0].splits']],
    ['a split a millionth off', plan({ splits: { sales_person: 0.7, sales_lead: 0.300001 } }), ['plans[0].splits']],
    ['a day that is invalid', plan({ effective_from: '2026-02-30' }), ['plans[0].effective_from']],
    ['an end before the start', plan({ effective_from: '2026-02-02', effective_to: '2026-02-01' }), ['plans[0].effective_to']],
    ['nobody', plan({ applies_to: { roles: [], users: [] } }), ['plans[0].applies_to']],
    ['a release rule nobody knows', plan({ due: { when: 'whenever' } }), ['plans[0].due.when']],
    ['half a day', plan({ due: { wait_days: 0.5 } }), ['plans[0].due.wait_days']],
    ['an override without a rate', plan({ team_override: { role: 'sales_manager' } }), ['plans[0].team_override.rate']],
    ['an exclusion by a field that is invalid', plan({ exclude: [{ field: 'colour', in: [] }] }), ['plans[0].exclude[0].field']],
    ['a clawback of more than a payout', plan({ clawback: { max_share_of_payout: 2 } }), ['plans[0].clawback.max_share_of_payout']],
    ['a clawback that is no flag', plan({ clawback: { enabled: 'yes' } }), ['plans[0].clawback.enabled']],
    ['a time zone on Mars', { timezone: 'Mars/Olympus' }, ['timezone']],
    ['a payday that some months lack', { payout: { day: 31 } }, ['payout.day']],
    ['an approver who may not', { payout: { approvers: ['salesperson'] } }, ['payout.approvers[0]']],
    ['nobody to approve', { payout: { approvers: [] } }, ['payout.approvers']],
    ['an address of nine lines', { invoice_address: Array(9).fill('A line') }, ['invoice_address']],
    ['a line of an address that is invalid', { invoice_address: ['12 Main St', 'a\nb', 7] }, ['invoice_address[1]', 'invoice_address[2]']],
    ['a payroll layout nobody has', { payroll: { layout: 'abacus' } }, ['payroll.layout']],
    ['an ADP file without its company', { payroll: { layout: 'adp' } }, ['payroll.company_code']],
    ['an earning code of two lines', { payroll: { earning_code: 'A\nB' } }, ['payroll.earning_code']],
    ['a negative threshold', { second_approval_over: -1 }, ['second_approval_over']],
    ['a goal without a target', { goals: [{ metric: 'deals_closed', period: 'month' }] }, ['goals[0].target']],
    [
      'one id twice',
      {
        plans: [
          { id: 'a', effective_to: '2026-01-01' },
          { id: 'a', effective_from: '2026-01-02' },
        ],
      },
      ['plans[1].id'],
    ],
    ['two things at once', { timezone: 7, plans: [{ tier_mode: 'x' }] }, ['plans[0].tier_mode', 'timezone']],
  ])('%s', (_what, value, expected) => expect(paths(value)).toEqual(expected));

  it.each([
    ['a role on a day', ['roles', 'salesperson'], 'plans[1].applies_to.roles[0]'],
    ['a person on a day', ['users', '7'], 'plans[1].applies_to.users[0]'],
  ])('two plans for %s are refused, side by side they are not', (_what, [named, who], path) => {
    const both = (to: string, from: string) => ({
      plans: [
        { id: 'a', effective_to: to, applies_to: { [named!]: [who] } },
        { id: 'b', effective_from: from, applies_to: { [named!]: [who] } },
      ],
    });
    expect(paths(both('2026-03-31', '2026-03-31'))).toEqual([path]);
    expect(paths(both('2026-03-31', '2026-04-01'))).toEqual([]);
    const reversed = (to: string, from: string) => ({ plans: both(to, from).plans.toReversed() });
    expect(paths(reversed('2026-03-31', '2026-03-31'))).toEqual([path]);
    expect(paths(reversed('2026-03-31', '2026-04-01'))).toEqual([]);
  });

  it('plans without ends meet, and the error names the other', () =>
    expect(parse({ plans: [{ id: 'a' }, { id: 'b', applies_to: { roles: ['finance'] } }] }).errors).toEqual([
      { path: 'plans[1].applies_to.roles[0]', message: 'finance already has plan "a"' },
    ]));

  it('an example that comes out otherwise is refused at its amount', () => {
    expect(parse({ examples: [{ quota: 100000, rows: [60000, 60000], expect: [3000, 3400] }] }).errors).toEqual([
      { path: 'examples[0].expect[1]', message: 'is 3400.00, but plan "default" gives 3500.00 for 60000.00' },
    ]);
    expect(paths({ examples: [{ rows: [60000], expect: [3000, 1] }] })).toEqual(['examples[0].expect']);
    expect(paths({ examples: [{ plan: 'x', rows: [60000], expect: [3000] }] })).toEqual(['examples[0].plan']);
    expect(paths({ examples: [{ quota: 100000, rows: [60000, 60000], expect: [3000, 3500] }] })).toEqual([]);
  });

  it('text that is no JSON says where', () => {
    for (const text of ['{', '{"a":}', 'plans', '{"a":1,}', '{"plans":[1e400}', "{'a':1}"]) {
      expect(parseConfig(text)).toMatchObject({
        config: null,
        errors: [{ path: '$', message: expect.stringMatching(/^The configuration is not JSON \(line \d+\)$/) }],
      });
    }
  });

  it('a number beyond all numbers is refused', () =>
    expect(parseConfig('{"plans":[{"quota":{"amount":1e400}}]}').errors).toEqual([
      { path: 'plans[0].quota.amount', message: 'must be a number' },
    ]));

  it('64 KB is the most, counted in bytes', () => {
    const padded = (size: number, letter = ' '): string => `{}${letter.repeat(size - 2)}`;
    expect(parseConfig(padded(65_536)).errors).toEqual([]);
    expect(parseConfig(padded(65_537)).errors).toEqual([{ path: '$', message: 'The configuration must not be longer than 64 KB' }]);
    expect(parseConfig(JSON.stringify({ timezone: 'é'.repeat(33_000) })).errors).toEqual([
      { path: '$', message: 'The configuration must not be longer than 64 KB' },
    ]);
  });

  it.each([50, 30_000])('depth %i is refused by its path, without a stack overflow', (depth) => {
    expect(parseConfig('['.repeat(depth) + ']'.repeat(depth)).errors).toEqual([
      { path: '[0]'.repeat(10), message: 'is nested deeper than 10 levels' },
    ]);
  });
  it('an object at depth 50 too', () =>
    expect(parseConfig(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`).errors[0]?.path).toBe(Array.from({ length: 10 }, () => 'a').join('.')));

  it('a thousand errors are told as a hundred', () =>
    expect(parse(Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 1]))).errors).toHaveLength(100));

  it('never throws, and says either a configuration or errors', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `{"plans":[${json}]}`),
        ),
        (text) => {
          const { config, errors } = parseConfig(text);
          expect(config === null).toBe(errors.length > 0);
        },
      ),
    ));
});

describe('decisions 4.10: territories that the configuration names', () => {
  const many = ['Northeast', 'Zürich', ...Array.from({ length: 100 }, (_, index) => `Zone ${index}`)];
  const messageFor = (territory: string, territories: readonly string[]): string[] =>
    parseConfig(JSON.stringify({ plans: [{ rates: [{ match: { territory }, base_commission_rate: 0.07 }] }] }), {
      territories,
    }).errors.map(({ message }) => message);

  it('lists at most ten for an unknown one', () => {
    expect(messageFor('Nowhere', many)).toEqual([
      'must be one of Northeast, Zürich, Zone 0, Zone 1, Zone 2, Zone 3, Zone 4, Zone 5, Zone 6, Zone 7 and 92 others',
    ]);
    expect(messageFor('Nowhere', many.slice(0, 10))[0]).toMatch(/^must be one of Northeast, .*, Zone 7$/);
  });

  it.each([
    ['zone 99', 'Zone 99'],
    ['Zu\u0308rich', 'Zürich'],
  ])('names the one that %j differs from only in case or form', (name, known) => {
    expect(messageFor(name, many)).toEqual([`must be written as "${known}"`]);
  });
});
