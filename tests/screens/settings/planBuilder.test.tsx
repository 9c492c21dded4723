import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { messages } from '../../../contract/messages.ts';
import type { App } from '../../../src/app/compose.ts';
import PlanBuilderScreen from '../../../src/screens/planBuilder/index.tsx';
import { leafText, leafValue } from '../../../src/screens/planBuilder/leafText.ts';
import type { LeafKind } from '../../../src/screens/planBuilder/shapes.ts';
import { draft } from '../../models/planBuilder/cases.ts';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

const people = [
  { id: '7', first_name: 'Sam', last_name: 'Sales', email: 'sam@example.test', role: 'salesperson', active: true },
  { id: '8', first_name: 'Kim', last_name: 'Lee', email: 'kim@example.test', role: 'salesperson', active: true },
  { id: '9', first_name: 'Lee', last_name: 'Left', email: 'lee@example.test', role: 'salesperson', active: false },
];
const trial = {
  as_of: '2026-11-21T12:00:00.000Z',
  range: { start_date: '2026-07-01', end_date: '2026-09-30' },
  errors: [],
  people: [{ user_id: '7', name: 'Sam Sales', records: 2, before: 5000, after: 5750 }],
};
const open = async (config: unknown): Promise<void> => {
  const app = await createStage({ features: ['plan-drafts', 'config-change', 'config-trial'], user: { ...user, role: 'admin' } });
  const commissionsConfig = typeof config === 'string' ? config : JSON.stringify(config);
  const plans = { version: 4, commissionsConfig, saved_at: draft.changed_at, saved_by: 'Ada Admin' };
  const http = async (path: string) => {
    if (path.startsWith('/api/v1/users')) return { data: people, pagination: { cursor: null, limit: 25, total: people.length } };
    if (path.endsWith('/comments')) return { data: [] };
    return path.endsWith('/try') ? trial : { ...draft, commissionsConfig, base: plans, in_use: plans };
  };
  const { hook, searchHook } = memoryLocation({ path: '/plans/edit', searchPath: 'draft=7' });
  await act(async () => {
    render(
      <Router hook={hook} searchHook={searchHook}>
        <Stage app={{ ...app, http: http as unknown as App['http'] }}>
          <PlanBuilderScreen />
        </Stage>
      </Router>,
    );
  });
};
const act1 = (work: () => void) => act(async () => work());
const click = (name: string | RegExp) => act1(() => fireEvent.click(screen.getByRole('button', { name })));
const type = (label: string, value: string, place = 0) =>
  act1(() => fireEvent.change(screen.getAllByLabelText(label)[place] as HTMLElement, { target: { value } }));
const toJson = () => act1(() => fireEvent.click(screen.getByRole('radio', { name: 'JSON' })));
const showClauses = () => act1(() => fireEvent.click(screen.getByRole('radio', { name: 'Clauses' })));
const json = async () => {
  await toJson();
  const { value } = screen.getByLabelText('Commissions configuration (JSON)') as HTMLTextAreaElement;
  await showClauses();
  return JSON.parse(value);
};
const field = (label: string, place = 0) => screen.getAllByLabelText(label)[place] as HTMLInputElement;
const errorOf = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => (id.endsWith('-error') ? document.getElementById(id)?.textContent : ''))
    .join('');
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe('decisions 2.35: the plan builder', () => {
  it('adds clauses, fills them in as percentages, removes them, and restores them with Undo', async () => {
    await open({ plans: [{ id: 'a', name: 'Mine' }] });
    await click('Split with the sales lead');
    await type('Sales person, %', '60');
    await type('Sales lead, %', '40');
    await click('Caps');
    await type('At most per sale, $', '2,000');
    expect((await json()).plans).toEqual([
      { id: 'a', name: 'Mine', splits: { sales_person: 0.6, sales_lead: 0.4 }, caps: { per_period: 50_000, per_record: 2000 } },
    ]);
    await click('Remove Caps');
    expect((await json()).plans[0].caps).toBeUndefined();
    await click('Undo the removal');
    expect((await json()).plans[0].caps).toEqual({ per_period: 50_000, per_record: 2000 });
  });

  it('shows the sentences and steps of the default plan until a plan has clauses of its own', async () => {
    await open({ plans: [{ id: 'a', name: 'Mine' }] });
    expect(screen.getByRole('heading', { name: 'The rules in words' })).toBeTruthy();
    expect(screen.getByText('Net revenue up to the quota earns 5.0%.')).toBeTruthy();
    expect(screen.getByRole('img', { name: /7\.5%/ })).toBeTruthy();
    await click('Minimum');
    expect(screen.queryByRole('heading', { name: 'The rules in words' })).toBeNull();
  });

  it('warns if a plan names a former employee, which is no error', async () => {
    await open({ plans: [{ id: 'a', name: 'Mine', applies_to: { roles: [], users: ['7', '9'] } }] });
    screen.getByText('Lee Left has left, so this clause has no effect on later sales.');
    expect(screen.queryByText(/\d errors?/)).toBeNull();
    await click('Remove Lee Left (left)');
    expect(screen.queryByText(/has no effect on later sales/)).toBeNull();
  });

  it('a territory condition offers the company’s territories, and keeps one named only in the text', async () => {
    await open({ plans: [{ id: 'a', name: 'Mine', rates: [{ match: { territory: 'West' }, base_commission_rate: 0.06 }] }] });
    await type('Territory', 'Midwest');
    expect((await json()).plans[0].rates[0].match).toEqual({ territory: ['West', 'Midwest'] });
    await click('Remove West');
    expect((await json()).plans[0].rates[0].match).toEqual({ territory: ['Midwest'] });
  });

  it('the form stays while a step is typed, with the error beside its field in percent', async () => {
    await open({ plans: [{ id: 'a', tiers: [0, 1, 1.5].map((from) => ({ from, rate: 0.05 })) }] });
    const step = field('From, % of the quota', 2);
    for (const [value, error] of [
      ['1', 'This must be more than 100%, where the step before it starts.'],
      ['13', 'This must be more than 100%, where the step before it starts.'],
      ['', 'This is missing.'],
      ['x', 'This must be a number.'],
      ['130', ''],
    ] as const) {
      await act1(() => fireEvent.change(step, { target: { value } }));
      await waitFor(() => expect([field('From, % of the quota', 2) === step, step.value, errorOf(step)]).toEqual([true, value, error]));
    }
    expect((await json()).plans[0].tiers[2]).toEqual({ from: 1.3, rate: 0.05 });
  });

  it('keys move steps between their neighbours; two rates become steps', async () => {
    await open({ plans: [{ id: 'a', base_commission_rate: 0.05, over_quota_commission_rate: 0.075 }] });
    const press = (name: string, key: string) => act1(() => fireEvent.keyDown(screen.getByRole('slider', { name }), { key }));
    await press('Step 2: its rate', 'ArrowUp');
    expect((await json()).plans[0].over_quota_commission_rate).toBe(0.0775);
    await press('Step 2: where it begins', 'PageUp');
    expect((await json()).plans[0]).toEqual({
      id: 'a',
      tiers: [
        { from: 0, rate: 0.05 },
        { from: 1.1, rate: 0.0775 },
      ],
    });
  });

  it('each hint uses its field’s unit: typing its example stores the value it names (issue 45, 9)', async () => {
    await open({ plans: [{ id: 'a', quota: { period: 'month', amount: 1000 }, base_commission_rate: 0.01 }] });
    await type('Amount, $', '35000');
    await type('Up to the quota, %', '5');
    screen.getByText('35000 is $35,000.00');
    expect(screen.getAllByText('5 is 5%')).toHaveLength(2);
    expect((await json()).plans[0]).toEqual({ id: 'a', quota: { period: 'month', amount: 35_000 }, base_commission_rate: 0.05 });
  });

  it('people are chosen by name, and a person’s second plan is refused with both names', async () => {
    await open({
      plans: [
        { id: 'a', name: 'Standard', applies_to: { users: ['7'] } },
        { id: 'b', name: 'Other', applies_to: { users: [] } },
      ],
    });
    await type('Plan', '1');
    await type('People', '7');
    await screen.findByText('This Sam Sales already has plan "Standard".');
    within(screen.getByRole('list', { name: 'People: Chosen' })).getByRole('button', { name: 'Remove Sam Sales' });
  });

  it('a key without a field is edited as JSON; broken JSON in it is refused and kept', async () => {
    await open({ plans: [{ id: 'a', notes: [{ x: 1 }] }] });
    const own = field('notes, as JSON');
    await act1(() => fireEvent.change(own, { target: { value: '[{"x":2' } }));
    expect(own.value).toBe('[{"x":2');
    await act1(() => fireEvent.change(own, { target: { value: '[{"x":2}]' } }));
    expect((await json()).plans[0].notes).toEqual([{ x: 2 }]);
  });

  it('parts of the quota, gates and kickers have fields of their own, each level in its unit (issue 49)', async () => {
    const parts = [
      { id: 'a', amount: 60_000, match: { customer_type: ['Library'] } },
      { id: 'b', amount: 40_000 },
    ];
    await open({ plans: [{ id: 'a', quota: { parts } }] });
    await click('Gates');
    expect((await json()).plans[0].gates).toEqual([{ when: { metric: 'deals', level: 3 } }]);
    await type('Measured by', 'margin');
    await type('Level to reach, %', '45');
    await click('Opened gates');
    screen.getByRole('option', { name: 'All sales of the period' });
    await click('Kickers');
    await type('Measured by', 'attainment', 1);
    await type('Level to reach, %', '120', 1);
    await type('Multiplies by', '1.25');
    await type('Add to “Kickers 1”', 'otherwise');
    await type('Multiplies until then by', '0.5');
    await click('Rates for some sales');
    await type('Add to “Rates for some sales 1”', 'quota');
    await type('Part of the quota, by its id', 'a');
    await act1(() => fireEvent.click(screen.getAllByRole('button', { name: 'Remove Sales' }).at(-1) as HTMLElement));
    const [plan] = (await json()).plans;
    expect(plan).toMatchObject({
      gates: [{ when: { metric: 'margin', level: 0.45 } }],
      gate_mode: 'retroactive',
      kickers: [{ when: { metric: 'attainment', level: 1.2 }, times: 1.25, otherwise: 0.5 }],
      rates: [{ quota: 'a', base_commission_rate: 0.05 }],
    });
    expect(screen.queryByLabelText(/as JSON/)).toBeNull();
  });

  it('broken JSON shows no clauses, locates the error, and loses nothing', async () => {
    await open({ plans: [{ id: 'a' }] });
    await toJson();
    await type('Commissions configuration (JSON)', '{"plans": [');
    await showClauses();
    screen.getByText(/The JSON is broken in line 1/);
    await click('Go to the JSON');
    expect(field('Commissions configuration (JSON)').value).toBe('{"plans": [');
    expect((screen.getByRole('button', { name: 'Publish…' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('a field emptied while typing stays; Remove deletes it', async () => {
    await open({ plans: [{ id: 'a', draw: { amount: 3000, recoverable: true, months: 3 }, minimum_per_record: 50 }] });
    await type('Months of employment', '');
    await type('Minimum', '', 1);
    await type('Months of employment', '6');
    await type('Minimum', '75', 1);
    expect((await json()).plans[0]).toEqual({
      id: 'a',
      draw: { amount: 3000, recoverable: true, months: 6 },
      minimum_per_record: 75,
    });
    await click('Remove Months of employment');
    expect(screen.queryByLabelText('Months of employment')).toBeNull();
    expect((await json()).plans[0].draw).toEqual({ amount: 3000, recoverable: true });
  });

  it('an added clause gets the focus, and an error in another plan is found', async () => {
    await open({
      plans: [
        { id: 'a', name: 'A' },
        { id: 'b', name: 'B', applies_to: { users: ['7'] }, quota: { amount: -1 } },
      ],
    });
    await click('Quota');
    expect(document.activeElement).toBe(field('Period'));
    screen.getByRole('option', { name: 'B (1 error)' });
    await click('Show the first one');
    expect([field('Plan').value, document.activeElement === field('Amount, $')]).toEqual(['1', true]);
  });

  it('says that the default plan applies only without a list of plans; errors of the list are shown', async () => {
    await open({});
    screen.getByText(messages.planBuilder.implied);
    cleanup();
    await open({ plans: [] });
    expect(screen.queryByText(messages.planBuilder.implied)).toBeNull();
    screen.getByText(messages.planBuilder.noPlans);
    screen.getByText(/The configuration must have a plan/);
    await click(messages.planBuilder.writeDefault);
    expect((await json()).plans).toMatchObject([{ id: 'default' }]);
  });

  it('opens the company-wide settings at their first error', async () => {
    await open({ plans: [{ id: 'a' }], second_approval_over: 'x' });
    await click('Show the first one');
    const input = field('A second person approves adjustments over, $');
    expect([input.closest('details')?.open, document.activeElement === input]).toEqual([true, true]);
  });

  it('tries three people, and keeps one person’s earnings as an example', async () => {
    await open({ plans: [{ id: 'a', name: 'Mine' }] });
    await screen.findByText('$5,750.00');
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(messages.planEarnings.besides);
    screen.getByText('$6,500.00');
    await click('Keep as an example of the plan');
    expect((await json()).examples).toEqual([{ plan: 'a', quota: 100_000, rows: [60_000, 60_000], expect: [3000, 3500] }]);
  });
});

describe('decisions 2.35: builder → JSON → builder', () => {
  const manual = readFileSync(join(import.meta.dirname, '../../../docs/plans.md'), 'utf8');
  const plans = [...manual.matchAll(/```json\n(.*?)\n```/gs)].map(([, text = '']) => {
    const value = JSON.parse(text) as Readonly<{ plan?: object; more?: readonly object[] }>;
    return value.plan ? { plans: [{ id: 'a', ...value.plan }, ...(value.more ?? [])] } : value;
  });

  it('shows every example of docs/plans.md without a change', async () => {
    for (const config of plans) {
      await open(config);
      screen.getByText(/It equals the plans in use/);
      expect(await json()).toEqual(config);
      cleanup();
    }
  }, 300_000);

  it('typing the value a field shows writes the same value', () => {
    let seed = 7;
    const random = (most: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % most;
    };
    const values: readonly (readonly [LeafKind, () => unknown])[] = [
      ['percent', () => random(1_000_001) / 1_000_000],
      ['attainment', () => random(10_000_000) / 1_000_000],
      ['money', () => random(1_000_000_000) / 100],
      ['number', () => random(100_000)],
      ['values', () => ['Library', 'Acme, Inc.', 'a'.repeat(1 + random(5))].slice(0, 1 + random(3))],
      ['percents', () => [random(1_000_001) / 1_000_000, random(1_000_001) / 1_000_000]],
      ['amounts', () => [random(1_000_000) / 100, random(1_000_000) / 100]],
      ['flag', () => random(2) === 0],
      ['text', () => `plan-${String(random(100))} `],
    ];
    for (let round = 0; round < 2000; round += 1)
      for (const [kind, make] of values) {
        const value = make();
        expect([kind, leafValue(kind, leafText(kind, value) ?? '', value)]).toEqual([kind, value]);
      }
  });
});
