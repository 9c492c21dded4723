import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../contract/rules/commission/config.ts';

const parse = (value: unknown) => parseConfig(JSON.stringify(value));
const paths = (value: unknown): string[] => parse(value).errors.map(({ path }) => path);
const plan = (fields: object) => ({ plans: [fields] });

describe('decisions 2.07: a configuration error names its JSON path', () => {
  it.each([
    ['an unknown key', { plan: [] }, ['plan']],
    ['a prototype key', JSON.parse('{"__proto__":{"plans":[]}}'), ['__proto__']],
    [
      'nested prototype keys',
      JSON.parse('{"plans":[{"quota":{"__proto__":{"amount":1},"constructor":1}}]}'),
      ['plans[0].quota.__proto__', 'plans[0].quota.constructor'],
    ],
    ['a list instead of an object', [], ['$']],
    ['null', null, ['$']],
    ['plans that are not a list', { plans: {} }, ['plans']],
    ['no plan at all', { plans: [] }, ['plans']],
    ['a plan that is not an object', { plans: [7] }, ['plans[0]']],
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
      'a repeated tier',
      plan({
        tiers: [
          { from: 0, rate: 0.05 },
          { from: 0, rate: 0.07 },
        ],
      }),
      ['plans[0].tiers[1].from'],
    ],
    ['a first tier above 0', plan({ tiers: [{ from: 0.1, rate: 0.05 }] }), ['plans[0].tiers[0].from']],
    ['no tiers', plan({ tiers: [] }), ['plans[0].tiers']],
    ['a tier without a rate', plan({ tiers: [{ from: 0 }] }), ['plans[0].tiers[0].rate']],
    ['a rate above 1', plan({ base_commission_rate: 1.01 }), ['plans[0].base_commission_rate']],
    ['a rate below 0', plan({ over_quota_commission_rate: -0.01 }), ['plans[0].over_quota_commission_rate']],
    ['a rate finer than a millionth', plan({ base_commission_rate: 0.0512345678 }), ['plans[0].base_commission_rate']],
    ['a rate as text', plan({ base_commission_rate: '0.05' }), ['plans[0].base_commission_rate']],
    ['both rates and tiers', plan({ base_commission_rate: 0.05, tiers: [{ from: 0, rate: 0.05 }] }), ['plans[0].base_commission_rate']],
    ['a quota with a tenth of a cent', plan({ quota: { amount: 10.001 } }), ['plans[0].quota.amount']],
    ['a negative quota', plan({ quota: { amount: -1 } }), ['plans[0].quota.amount']],
    ['an unknown period', plan({ quota: { period: 'week' } }), ['plans[0].quota.period']],
    ['an unknown role', plan({ quota: { by_role: { chef: 1 } } }), ['plans[0].quota.by_role.chef']],
    [
      'an override for a month of a quarterly quota',
      plan({ quota: { overrides: [{ user_id: '1', period: '2026-05', amount: 1 }] } }),
      ['plans[0].quota.overrides[0].period'],
    ],
    [
      'a repeated override',
      plan({ quota: { overrides: [1, 2].map((amount) => ({ user_id: '1', period: '2026-Q1', amount })) } }),
      ['plans[0].quota.overrides[1]'],
    ],
    ['a ramp above 1', plan({ quota: { ramp: [0.5, 1.5] } }), ['plans[0].quota.ramp[1]']],
    ['splits that do not add up', plan({ splits: { sales_person: 0.7, sales_lead: 0.2 } }), ['plans[0].splits']],
    ['a split a millionth off', plan({ splits: { sales_person: 0.7, sales_lead: 0.300001 } }), ['plans[0].splits']],
    ['an invalid day', plan({ effective_from: '2026-02-30' }), ['plans[0].effective_from']],
    ['an end before the start', plan({ effective_from: '2026-02-02', effective_to: '2026-02-01' }), ['plans[0].effective_to']],
    ['no people', plan({ applies_to: { roles: [], users: [] } }), ['plans[0].applies_to']],
    ['an unknown release rule', plan({ due: { when: 'whenever' } }), ['plans[0].due.when']],
    ['half a day', plan({ due: { wait_days: 0.5 } }), ['plans[0].due.wait_days']],
    ['an override without a rate', plan({ team_override: { role: 'sales_manager' } }), ['plans[0].team_override.rate']],
    ['an exclusion by an unknown field', plan({ exclude: [{ field: 'colour', in: [] }] }), ['plans[0].exclude[0].field']],
    ['a clawback of more than a payout', plan({ clawback: { max_share_of_payout: 2 } }), ['plans[0].clawback.max_share_of_payout']],
    ['a clawback flag that is not a boolean', plan({ clawback: { enabled: 'yes' } }), ['plans[0].clawback.enabled']],
    ['a time zone on Mars', { timezone: 'Mars/Olympus' }, ['timezone']],
    ['a payday that some months don’t have', { payout: { day: 31 } }, ['payout.day']],
    ['an approver role that may not approve', { payout: { approvers: ['salesperson'] } }, ['payout.approvers[0]']],
    ['no approvers', { payout: { approvers: [] } }, ['payout.approvers']],
    ['an address of nine lines', { invoice_address: Array(9).fill('A line') }, ['invoice_address']],
    ['invalid lines of an address', { invoice_address: ['12 Main St', 'a\nb', 7] }, ['invoice_address[1]', 'invoice_address[2]']],
    ['an unknown payroll layout', { payroll: { layout: 'abacus' } }, ['payroll.layout']],
    ['an ADP file without a company code', { payroll: { layout: 'adp' } }, ['payroll.company_code']],
    ['an earning code with a line break', { payroll: { earning_code: 'A\nB' } }, ['payroll.earning_code']],
    ['a negative threshold', { second_approval_over: -1 }, ['second_approval_over']],
    ['a goal without a target', { goals: [{ metric: 'deals_closed', period: 'month' }] }, ['goals[0].target']],
    [
      'a repeated id',
      {
        plans: [
          { id: 'a', effective_to: '2026-01-01' },
          { id: 'a', effective_from: '2026-01-02' },
        ],
      },
      ['plans[1].id'],
    ],
    ['two errors at once', { timezone: 7, plans: [{ tier_mode: 'x' }] }, ['plans[0].tier_mode', 'timezone']],
  ])('%s', (_what, value, expected) => expect(paths(value)).toEqual(expected));

  it.each([
    ['a role on a day', ['roles', 'salesperson'], 'plans[1].applies_to.roles[0]'],
    ['a person on a day', ['users', '7'], 'plans[1].applies_to.users[0]'],
  ])('refuses two plans for %s on the same day, but not one after the other', (_what, [named, who], path) => {
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

  it('refuses overlapping plans without end dates, and names the other plan', () =>
    expect(parse({ plans: [{ id: 'a' }, { id: 'b', applies_to: { roles: ['finance'] } }] }).errors).toEqual([
      { path: 'plans[1].applies_to.roles[0]', message: 'finance already has plan "a"' },
    ]));

  it('refuses an example with another result, at its amount', () => {
    expect(parse({ examples: [{ quota: 100000, rows: [60000, 60000], expect: [3000, 3400] }] }).errors).toEqual([
      { path: 'examples[0].expect[1]', message: 'is 3400.00, but plan "default" gives 3500.00 for 60000.00' },
    ]);
    expect(paths({ examples: [{ rows: [60000], expect: [3000, 1] }] })).toEqual(['examples[0].expect']);
    expect(paths({ examples: [{ plan: 'x', rows: [60000], expect: [3000] }] })).toEqual(['examples[0].plan']);
    expect(paths({ examples: [{ quota: 100000, rows: [60000, 60000], expect: [3000, 3500] }] })).toEqual([]);
  });

  it('gives the position of a syntax error', () => {
    for (const text of ['{', '{"a":}', 'plans', '{"a":1,}', '{"plans":[1e400}', "{'a':1}"]) {
      expect(parseConfig(text)).toMatchObject({
        config: null,
        errors: [{ path: '$', message: expect.stringMatching(/^The configuration is not JSON \(line \d+\)$/) }],
      });
    }
  });

  it('refuses a number that overflows', () =>
    expect(parseConfig('{"plans":[{"quota":{"amount":1e400}}]}').errors).toEqual([
      { path: 'plans[0].quota.amount', message: 'must be a number' },
    ]));

  it('accepts at most 64 KB, counted in bytes', () => {
    const padded = (size: number, letter = ' '): string => `{}${letter.repeat(size - 2)}`;
    expect(parseConfig(padded(65_536)).errors).toEqual([]);
    expect(parseConfig(padded(65_537)).errors).toEqual([{ path: '$', message: 'The configuration must not be longer than 64 KB' }]);
    expect(parseConfig(JSON.stringify({ timezone: 'é'.repeat(33_000) })).errors).toEqual([
      { path: '$', message: 'The configuration must not be longer than 64 KB' },
    ]);
  });

  it.each([50, 30_000])('refuses depth %i by its path, without a stack overflow', (depth) => {
    expect(parseConfig('['.repeat(depth) + ']'.repeat(depth)).errors).toEqual([
      { path: '[0]'.repeat(10), message: 'is nested deeper than 10 levels' },
    ]);
  });
  it('also refuses an object at depth 50', () =>
    expect(parseConfig(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`).errors[0]?.path).toBe(Array.from({ length: 10 }, () => 'a').join('.')));

  it('reports the first hundred of a thousand errors', () =>
    expect(parse(Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 1]))).errors).toHaveLength(100));

  it('never throws, and returns either a configuration or errors', () =>
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

describe('decisions 4.10: territories in the configuration', () => {
  const manyTerritories = ['Northeast', 'Zürich', ...Array.from({ length: 100 }, (_, index) => `Zone ${index}`)];
  const messageFor = (territory: string, territories: readonly string[]): string[] =>
    parseConfig(JSON.stringify({ plans: [{ rates: [{ match: { territory }, base_commission_rate: 0.07 }] }] }), {
      territories,
    }).errors.map(({ message }) => message);

  it('lists at most ten for an unknown one', () => {
    expect(messageFor('Nowhere', manyTerritories)).toEqual([
      'must be one of Northeast, Zürich, Zone 0, Zone 1, Zone 2, Zone 3, Zone 4, Zone 5, Zone 6, Zone 7 and 92 others',
    ]);
    expect(messageFor('Nowhere', manyTerritories.slice(0, 10))[0]).toMatch(/^must be one of Northeast, .*, Zone 7$/);
  });

  it.each([
    ['zone 99', 'Zone 99'],
    ['Zu\u0308rich', 'Zürich'],
  ])('suggests the one that %j differs from only in case or form', (name, known) => {
    expect(messageFor(name, manyTerritories)).toEqual([`must be written as "${known}"`]);
  });
});
