import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Route } from 'wouter';
import type { PersonPage } from '../../../contract/entities/personPage.ts';
import type { Role, User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import PersonScreen from '../../../src/screens/person/index.tsx';
import { user as someone } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

const address = '/people/12?period=month&start=2026-11-01&end=2026-11-30';
type Call = Readonly<{ path: string; query: unknown; resolve: (answer: unknown) => void; reject: (error: unknown) => void }>;
let calls: Call[];
beforeEach(() => {
  calls = [];
  window.history.replaceState(null, '', address);
});
afterEach(cleanup);

const summary = {
  quota_amount: 30_000,
  base_commission_rate: 0.05,
  over_quota_commission_rate: 0.075,
  quota_attainment: 0.5,
  total_commissionable_sales: 15_000,
  total_commission_earned: 1_234.5,
  total_commission_paid: 800,
  total_commission_due: 400,
  next_rate: { missing: 15_000, rate: 0.075, period: 'Q4 2026' },
} as NonNullable<PersonPage['money']>['summary'];
const page: PersonPage = {
  id: '12',
  name: 'Ana Maria Ruiz',
  role: 'salesperson',
  territory: 'West',
  active: true,
  manager: { id: '3', name: 'Mia Chen', manager_id: '2' },
  money: { summary, months: [{ month: '2026-11-01', sales: 15_000, quota_amount: 30_000, quota_attainment: 0.5 }] },
  next_payout: { amount: 400, payment_date: '2026-11-30' },
  plan: { plan_id: 'default', name: 'Standard plan' },
  goals: [
    {
      id: '1',
      user_id: '12',
      month: '2026-11-01',
      kind: 'close_deals',
      target: 4,
      progress: 1,
      state: 'open',
      set_by: 'Mia Chen',
      version: 1,
      actions: [],
    },
  ],
  deals: { count: 7, amount: 9_000, data: [{ id: '5', name: 'Robot week', stage: 'Proposal', amount: 4_000 }] as never },
  adjustments: {
    count: 1,
    data: [{ id: '8', adjustment_reason: 'A prize', adjustment_amount: -40, effective_date: '2026-10-03', state: 'pending' }] as never,
  },
  questions: [
    {
      id: '9',
      commission_id: '77',
      invoice_number: '22041',
      booking_date: '2026-10-05',
      state: 'open',
      messages: [{ text: 'Why so little?' }],
    },
  ] as never,
  events: [{ id: '4', customer: { name: 'Mesa Library' }, program: null }] as never,
};

const show = async (role: Role = 'vp_sales', features = ['person-page', 'plan-page']) => {
  const app = await createStage({ features, user: { ...someone, id: '2', role } as User });
  const http = (path: string, { query }: { query?: unknown } = {}) =>
    new Promise((resolve, reject) => calls.push({ path, query, resolve, reject }));
  render(
    <Stage app={{ ...app, http: http as unknown as App['http'] }}>
      <Route path="/people/:id">
        <PersonScreen />
      </Route>
    </Stage>,
  );
  await waitFor(() => expect(calls).toHaveLength(1));
};
const answer = (value: unknown, which = 0) => act(async () => calls[which]?.resolve(value));
const refuse = (error: unknown, which = 0) => act(async () => calls[which]?.reject(error));
const hrefOf = (name: string | RegExp): string | null => screen.getByRole('link', { name }).getAttribute('href');
const november = 'period=month&start=2026-11-01&end=2026-11-30';

describe('the page about a person (decisions 3.10)', () => {
  it('requests the period of the address once, and shows the person', async () => {
    await show();
    expect(calls[0]).toMatchObject({ path: '/api/v1/people/12', query: { start_date: '2026-11-01', end_date: '2026-11-30' } });
    expect(screen.queryByText('Open deals')).toBeNull();
    await answer(page);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ana Maria Ruiz ');
    expect(document.querySelector('[data-initials]')?.getAttribute('data-initials')).toBe('AR');
    for (const text of ['Salesperson', 'West']) expect(screen.getByText(text)).toBeDefined();
    expect(hrefOf('Mia Chen')).toBe('/people/3');
  });

  it('links each figure and name to its parts', async () => {
    await show();
    await answer(page);
    expect(hrefOf('Earned: $1,234.50')).toBe(`/commissions?${november}&person=12`);
    expect(hrefOf('Owed: $400.00')).toBe(`/commissions?${november}&person=12&status=due`);
    expect(hrefOf('Paid: $800.00')).toBe(`/commissions?${november}&person=12&status=paid`);
    expect(screen.getByText('Next check: $400.00 on Nov 30, 2026')).toBeDefined();
    expect(screen.getByText(/^Due on sales of this period/)).toBeDefined();
    expect(hrefOf('Standard plan')).toBe('/plans?plan=default');
    expect(screen.getByText('5.0% up to the quota, 7.5% above it')).toBeDefined();
    expect(hrefOf('Open performance')).toBe(`/dashboard/individual?${november}&person=12`);
    expect(hrefOf('$9,000.00 in 7 deals')).toBe('/deals?person=12');
    expect(hrefOf('Robot week')).toBe('/deals?deal=5');
    expect(hrefOf('A prize')).toBe('/commissions?period=month&start=2026-10-01&end=2026-10-31&adjustment=8');
    expect(hrefOf('22041')).toBe('/commissions?period=month&start=2026-10-01&end=2026-10-31&record=77');
    expect(hrefOf('Mesa Library')).toBe('/events?event=4');
    const chart = within(await screen.findByRole('figure', { name: 'Sales and quota over twelve months' }));
    expect(chart.getByLabelText(/^November 2026 \(50\.0%\), Sales toward quota: \$15,000\.00/).getAttribute('href')).toBe(
      `/commissions?${november}&person=12`,
    );
  });

  it('shows no card for a denied part, and no link to a manager outside the team', async () => {
    await show('sales_manager');
    await answer({ ...page, money: null, next_payout: null, plan: null, goals: null, deals: null, adjustments: null, questions: null });
    expect(screen.getAllByRole('region').map((card) => card.querySelector('h2')?.textContent)).toEqual(['Upcoming events']);
    expect(hrefOf('Mia Chen')).toBe('/people/3');
    cleanup();
    calls = [];
    await show('sales_manager');
    await answer({ ...page, manager: { id: '3', name: 'Mia Chen', manager_id: null } });
    expect(screen.queryByRole('link', { name: 'Mia Chen' })).toBeNull();
    expect(screen.getByText(/Mia Chen/)).toBeDefined();
  });

  it('says which lists are empty', async () => {
    await show();
    const none = { count: 0, amount: 0, data: [] };
    await answer({ ...page, plan: { plan_id: null, name: null }, goals: [], deals: none, adjustments: none, questions: [], events: [] });
    for (const text of [
      'No plan applies today.',
      'No goals are set for November 2026.',
      'No open deals.',
      'No adjustments.',
      'No open questions about commission.',
      'No events in the next 90 days.',
    ])
      expect(screen.getByText(text)).toBeDefined();
  });

  it('shows a failure with a retry, and a missing person as Page Not Found', async () => {
    await show();
    await refuse({ status: 500, data: {} });
    expect(screen.getByRole('alert').textContent).toContain('This person could not be loaded. Try again.');
    expect(screen.queryByText('No open deals.')).toBeNull();
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
    await waitFor(() => expect(calls).toHaveLength(2));
    await answer(page, 1);
    expect(screen.getByText('Open deals')).toBeDefined();
    cleanup();
    calls = [];
    await show();
    await refuse({ status: 404, data: { message: 'Not found' } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page Not Found');
  });

  it('decisions 8.02: hides the previous period’s figures until the new ones arrive', async () => {
    await show();
    await answer(page);
    await act(async () => screen.getByRole('button', { name: /^Previous/ }).click());
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.query).toEqual({ start_date: '2026-10-01', end_date: '2026-10-31' });
    expect(screen.queryByText('$1,234.50')).toBeNull();
    await answer({ ...page, money: { ...page.money, summary: { ...summary, total_commission_earned: 7 } } }, 1);
    expect(screen.getByText('$7.00')).toBeDefined();
  });
});
