import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareClauses } from '../../../contract/rules/commission/clauses/changes.ts';
import { clauseAt } from '../../../contract/rules/commission/clauses/clause.ts';
import { companyClauses } from '../../../contract/rules/commission/clauses/companyClauses.ts';
import { clausesOfPlan } from '../../../contract/rules/commission/clauses/planClauses.ts';
import { datedConfig } from '../../../contract/rules/commission/config/dated.ts';
import { type CommissionsConfig, defaultConfig, parseConfig } from '../../../contract/rules/commission/config.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';

const fullConfig = /```json\n([\s\S]*?)```/.exec(readFileSync(new URL('../../../docs/plans.md', import.meta.url), 'utf8'))?.[1] ?? '';
const names = new Map([
  ['7', 'Ann Lee'],
  ['9', 'Anna Ode'],
]);
const read = (value: object): CommissionsConfig => {
  const { config, errors } = parseConfig(JSON.stringify(value));
  if (!config) throw new Error(JSON.stringify(errors));
  return config;
};
const wordsOf = (config: CommissionsConfig, who = names) =>
  config.plans.map((plan, index) => ({ id: plan.id, name: plan.name, clauses: clausesOfPlan(plan, index, who) }));
const sentencesOf = (value: object, planIndex = 0): string[] =>
  wordsOf(read(value))[planIndex]?.clauses.map(({ sentence }) => sentence) ?? [];

describe('decisions 2.09: a plan in words', () => {
  it('describes the default plan in one sentence per clause, with its numbers', () =>
    expect(clausesOfPlan(defaultPlan, 0, new Map()).map(({ path, sentence }) => [path, sentence])).toEqual([
      ['plans[0].applies_to', 'It applies to everybody.'],
      ['plans[0].effective_from', 'No start or end date'],
      ['plans[0].quota', 'The quota is $100,000.00 a quarter.'],
      ['plans[0].base_commission_rate', 'Net revenue up to the quota earns 5.0%.'],
      ['plans[0].over_quota_commission_rate', 'Net revenue over the quota earns 7.5%.'],
      ['plans[0].due', 'Commission is released when the customer has paid the invoice in full.'],
      ['plans[0].splits', 'The whole invoice is credited to its sales person.'],
      ['plans[0].clawback', 'What was overpaid is not kept back from payouts. Finance settles it with the person.'],
    ]));

  it('describes every kind of clause in docs/plans.md, each at its JSON path', () =>
    expect(wordsOf(read(JSON.parse(fullConfig)))[0]?.clauses.map(({ path, sentence }) => `${path.slice(9)}: ${sentence}`)).toEqual([
      'applies_to: It applies to every Salesperson and every Sales Manager.',
      'effective_from: It holds from Jan 1, 2026.',
      'quota: The quota is $100,000.00 a quarter.',
      'quota.by_role.sales_manager: For a Sales Manager the quota is $400,000.00 a quarter.',
      'quota.overrides[0]: For Ann Lee the quota of 2026-Q2 is $60,000.50.',
      'quota.ramp: New people start with a part of their quota: 25.0% and 50.0%, a quarter each.',
      'quota_credit[0]: Sales that match (customer Acme) count 1.5 times toward the quota.',
      'tiers[0]: All net revenue of the quarter earns 5.0% at first.',
      'tiers[1]: Once the quota is reached, all net revenue of the quarter earns 7.5%.',
      'tiers[2]: Once 150.0% of the quota is reached, all net revenue of the quarter earns 10.0%.',
      'rates[0]: Sales that match (customer type Library or School and territory West) have rates of their own: All net revenue of the quarter earns 3.0% at first. Once the quota is reached, all net revenue of the quarter earns 4.5%.',
      'rates[1]: Sales that match (activity type Python) have rates of their own: All net revenue earns 6.0%.',
      'rates[2]: Sales that match (customer Acme and net revenue of the invoice over $50,000.00) have rates of their own: All net revenue earns 8.0%.',
      'rates[3]: Sales that match (customer Bell) earn $250.00 each.',
      'due: Commission is released in proportion to what the customer has paid, 30 days after each payment.',
      'splits: 70.0% of an invoice is credited to its sales person and 30.0% to its sales lead.',
      'team_override: A Sales Manager earns 1.0% of the net revenue of their team. It counts toward no quota.',
      'exclude[0]: Invoices to customers of type Internal earn nothing and count toward no quota.',
      'minimum_per_record: A record that earns anything earns at least $25.00.',
      'caps.per_record: One record earns $5,000.00 at most.',
      'clawback: What was overpaid is kept back from later payouts, up to 25.0% of each, for 90 days.',
      'bonuses[0]: A person earns a bonus of $1,500.00, once, when they reach 120.0% of the quota within a quarter.',
      'draw: A person is paid at least $2,000.00 a month. What that pays beyond what is due is taken from later due.',
    ]));

  it('hides an amount for one person from readers who may not see that person', () => {
    const clauses = wordsOf(read(JSON.parse(fullConfig)), new Map([['8', 'Bo Day']]))[0]?.clauses ?? [];
    expect(clauses.filter(({ key }) => key.startsWith('quota.override'))).toEqual([]);
    const named = { plans: [{ id: 'two', applies_to: { users: ['7', '9', '10'] } }] };
    expect(wordsOf(read(named), new Map([['9', 'Anna Ode']]))[0]?.clauses[0]?.sentence).toBe('It applies to Anna Ode and 2 other people.');
    expect(sentencesOf(named)[0]).toBe('It applies to Ann Lee, Anna Ode and another person.');
  });

  it.each([
    [[{ from: 0, rate: 0.06 }], ['All net revenue earns 6.0%.']],
    [
      [
        { from: 0, rate: 0.04 },
        { from: 0.5, rate: 0.05 },
        { from: 1, rate: 0.075 },
        { from: 1.5, rate: 0.1 },
      ],
      [
        'Net revenue up to 50.0% of the quota earns 4.0%.',
        'Net revenue from 50.0% of the quota to the quota earns 5.0%.',
        'Net revenue from the quota to 150.0% of the quota earns 7.5%.',
        'Net revenue over 150.0% of the quota earns 10.0%.',
      ],
    ],
  ])('describes the steps of marginal tiers: %j', (tiers, sentences) =>
    expect(sentencesOf({ plans: [{ id: 'a', tiers }] }).slice(3, 3 + tiers.length)).toEqual(sentences),
  );

  it.each([
    [{ effective_to: '2026-06-30' }, 1, 'It holds until Jun 30, 2026.'],
    [{ effective_from: '2026-01-01', effective_to: '2026-06-30' }, 1, 'It holds from Jan 1, 2026 to Jun 30, 2026.'],
    [{ due: { when: 'on_booking' } }, 5, 'Commission is released when the invoice is booked.'],
    [{ due: { wait_days: 1 } }, 5, 'Commission is released 1 day after the customer has paid the invoice in full.'],
    [{ splits: { sales_person: 0, sales_lead: 1 } }, 6, 'The whole invoice is credited to its sales lead.'],
    [{ caps: { per_period: 9000 } }, 7, 'A person earns $9,000.00 a quarter at most.'],
    [{ exclude: [{ field: 'customer_name', in: ['A', 'B', 'C'] }] }, 7, 'Invoices to A, B and C earn nothing and count toward no quota.'],
  ])('%j', (plan, planIndex, sentence) => expect(sentencesOf({ plans: [{ id: 'a', ...plan }] })[planIndex]).toBe(sentence));

  it('describes company-wide rules', () => {
    expect(companyClauses(defaultConfig).map(({ sentence }) => sentence)).toEqual([
      'Commission is paid out on the last day of the month. Payouts are approved by Finance and Administrator.',
      'An adjustment of more than $500.00 waits for a second person.',
      'Days begin and end in the time zone America/Phoenix.',
    ]);
    expect(
      companyClauses(read({ ...JSON.parse(fullConfig), books_begin_on: '2026-01-01' })).map(({ path, sentence }) => `${path}: ${sentence}`),
    ).toEqual([
      'payout: Commission is paid out on day 15 of the month. Payouts are approved by Finance.',
      'second_approval_over: An adjustment of more than $750.00 waits for a second person.',
      'books_begin_on: Invoices booked before Jan 1, 2026 earn no commission here.',
      'goals[0]: The goal for a month is 15 closed deals.',
      'timezone: Days begin and end in the time zone America/New_York.',
    ]);
  });
});

describe('decisions 2.09: a link names a clause by its JSON path', () => {
  const clauses = wordsOf(read(JSON.parse(fullConfig))).flatMap((plan) => plan.clauses);
  it.each([
    ['plans[0].tiers[1]', 'plans[0].tiers[1]'],
    ['plans[0].tiers[1].rate', 'plans[0].tiers[1]'],
    ['plans[1].over_quota_commission_rate', 'plans[1].over_quota_commission_rate'],
    ['plans[1].tiers[0]', 'plans[1].base_commission_rate'],
    ['plans[0].quota.amount', 'plans[0].quota'],
    ['plans[0].quota.by_role.sales_manager', 'plans[0].quota.by_role.sales_manager'],
    ['plans[0].caps', 'plans[0].caps.per_record'],
    ['plans[0].due.wait_days', 'plans[0].due'],
  ])('%s leads to %s', (path, found) => expect(clauseAt(clauses, path)?.path).toBe(found));

  it('finds nothing for a missing clause', () => expect(clauseAt(clauses, 'plans[7].due')).toBeUndefined());
});

describe('decisions 2.09: the difference between two versions in words', () => {
  const before = {
    plans: [
      { id: 'a', name: 'Standard', caps: { per_record: 5000 } },
      { id: 'old', applies_to: { users: ['9'] } },
    ],
  };
  const after = {
    plans: [
      { id: 'a', name: 'Standard', over_quota_commission_rate: 0.08, exclude: [{ field: 'customer_type', in: ['Internal'] }] },
      { id: 'new', name: 'Newcomers', applies_to: { users: ['9'] } },
    ],
  };
  const plan = { plan_id: 'a', plan: 'Standard' };

  it('shows changed clauses before and after, and lists added and removed ones', () =>
    expect(compareClauses(wordsOf(read(before)), wordsOf(read(after)))).toEqual([
      {
        ...plan,
        path: 'plans[0].over_quota_commission_rate',
        before: 'Net revenue over the quota earns 7.5%.',
        after: 'Net revenue over the quota earns 8.0%.',
      },
      {
        ...plan,
        path: 'plans[0].exclude[0]',
        before: null,
        after: 'Invoices to customers of type Internal earn nothing and count toward no quota.',
      },
      { ...plan, path: 'plans[0].caps.per_record', before: 'One record earns $5,000.00 at most.', after: null },
      { plan_id: 'new', plan: 'Newcomers', path: '', before: null, after: 'The plan Newcomers was added.' },
      { plan_id: 'old', plan: 'old', path: '', before: 'There was a plan old.', after: null },
    ]));

  it('compares a plan that starts on a day with the one before it, instead of calling it new', () => {
    const past = { plans: [{ id: 'a', name: 'Standard', effective_from: '2026-01-01' }] };
    const input = { plans: [{ id: 'a', name: 'Standard', effective_from: '2026-01-01', quota: { amount: 30000 } }] };
    const now: object = JSON.parse(datedConfig(JSON.stringify(past), JSON.stringify(input), '2026-10-01'));
    expect(compareClauses(wordsOf(read(past)), wordsOf(read(now))).map(({ plan_id, before, after }) => [plan_id, before, after])).toEqual([
      ['a-2026-10-01', 'It holds from Jan 1, 2026.', 'It holds from Oct 1, 2026.'],
      ['a-2026-10-01', 'The quota is $100,000.00 a quarter.', 'The quota is $30,000.00 a quarter.'],
      ['a', 'It holds from Jan 1, 2026.', 'It holds from Jan 1, 2026 to Sep 30, 2026.'],
    ]);
    // Reverting: the remaining plan had a successor, so it isn't reported as removed.
    const back: object = JSON.parse(datedConfig(JSON.stringify(now), JSON.stringify(past), '2026-10-01'));
    expect(compareClauses(wordsOf(read(now)), wordsOf(read(back))).map(({ before, after }) => [before, after])).toEqual([
      ['The quota is $30,000.00 a quarter.', 'The quota is $100,000.00 a quarter.'],
    ]);
  });

  it('omits unchanged clauses', () => expect(compareClauses(wordsOf(read(before)), wordsOf(read(before)))).toEqual([]));
});
