import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import TeamDashboardScreen from '../../../src/screens/teamDashboard/index.tsx';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), today: () => '2026-11-21' }));
beforeAll(async () => {
  await import('../../../src/screens/teamDashboard/sample.ts');
});

const person = (id: string, first_name: string): User => ({ ...user, id, first_name, last_name: 'Seller', role: 'salesperson' });
const figuresOf: Readonly<Record<string, object>> = {
  '1': { total_sales: 23_910.93, total_commission: 1_195.55, deals_closed: 3, quota_amount: 23_913.04 },
  '2': { total_sales: 1_000, total_commission: 50, deals_closed: 1, quota_amount: 0 },
};

let calls: string[] = [];
let answer: (path: string, query: Readonly<Record<string, string>>) => unknown;
/** A provider that only answers the calls of section 7: people as in 7.13 and figures as in 7.23. */
const answerElsewhere: typeof answer = (path, { user_id = '' }) => {
  if (path === '/api/v1/users') return { data: [person('1', 'Ann'), person('2', 'Bob'), person('3', 'Cy')] };
  if (figuresOf[user_id]) return figuresOf[user_id];
  throw { status: 500, data: { message: 'broken' } };
};
const mount = async (features: readonly string[] = [], role: User['role'] = 'vp_sales') => {
  const app = await createStage({ features, user: { ...user, id: '7', role } });
  const http = async (path: string, { query = {} }: { query?: Record<string, string> } = {}) => {
    calls.push(`${path}?${new URLSearchParams(query)}`);
    return answer(path, query);
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as unknown as App['http'] }}>
        <TeamDashboardScreen />
      </Stage>,
    );
  });
};
beforeEach(() => {
  sessionStorage.clear();
  calls = [];
  answer = answerElsewhere;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  window.history.replaceState(null, '', '/dashboard/team');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
const region = (name: string) => within(screen.getByRole('region', { name }));
/** Each person's cells, without the checkbox. */
const rows = () =>
  region('Team Performance Overview')
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...row.querySelectorAll('td[data-key], td')].map((cell) => cell.textContent?.trim() ?? '').filter((text) => text !== ''),
    );

describe('the Team Dashboard on any provider', () => {
  it('spec 7.34, 8.15: requests the salespeople, then each one; a failed one has zeros and a mark, and an alert says so', async () => {
    await mount();
    await screen.findByText('The figures of 1 person could not be loaded and count as zero here.');
    const days = 'start_date=2026-11-01&end_date=2026-11-21';
    expect(calls).toEqual([
      '/api/v1/users?role=salesperson',
      ...['1', '2', '3'].map((id) => `/api/v1/analytics/performance?user_id=${id}&${days}`),
    ]);
    expect(screen.getByRole('link', { name: 'Team Members: 3' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Total Sales: $24,910.93' })).toBeTruthy();
    // With other providers a deal is an invoice, so the link goes to Commissions.
    expect(screen.getByRole('link', { name: 'Total Deals: 4' }).getAttribute('href')).toMatch(/^\/commissions\?/);
    const [ann, bob, cy] = rows();
    // spec 4.06: slightly below the quota isn't shown as 100%; without a quota no percentage is shown.
    expect(ann?.join(' | ')).toContain('99.9% On Track');
    expect(bob?.at(-1)).toBe('—');
    expect(cy?.join(' | ')).toContain('Not loaded');
    expect(region('Top Performers').getAllByRole('listitem')).toHaveLength(1);
    expect(screen.queryByText('Sample data')).toBeNull();
  }, 20_000);

  it('spec 8.15, decisions 1.04: a failed list of people shows tagged sample data with an alert until a retry', async () => {
    answer = () => {
      throw { status: 500, data: { message: 'broken' } };
    };
    await mount();
    await screen.findByText('The list of people could not be loaded. What you see is sample data, not your team.');
    expect(screen.getByText('Sample data')).toBeTruthy();
    expect(rows().map(([name]) => name)).toEqual(['John Smith', 'Sarah Johnson', 'Mike Davis', 'Lisa Chen']);
    expect(region('Team Performance Overview').queryAllByRole('link')).toEqual([]);
    answer = answerElsewhere;
    fireEvent.click(screen.getByRole('button', { name: /try again|retry/i }));
    expect(await screen.findByRole('link', { name: 'Team Members: 3' })).toBeTruthy();
    expect(screen.queryByText('Sample data')).toBeNull();
  }, 20_000);
});

describe('team standings (spec 2.41)', () => {
  const member = (id: string, name: string, sold: number) => ({
    ...{ id, name, role: 'salesperson', territory: 'West', manager_id: null, active: true },
    ...{ total_sales: sold, total_commission: 10, deals_closed: 1, quota_amount: 700, month_quota_amount: 1_000, events: null },
    quota_attainment: sold / 700,
    previous: { total_sales: 500, total_commission: 50, deals_closed: 1 },
    monthly_sales: [100, 300, sold],
    curve_sales: [sold - 100, 100],
  });
  const team = {
    data: [member('1', 'Ann Seller', 420), member('2', 'Bob Seller', 910)],
    previous: { start_date: '2026-10-01', end_date: '2026-10-21' },
    months: ['2026-09-01', '2026-10-01', '2026-11-01'],
    curve_days: ['2026-11-20', '2026-11-21'],
    events: null,
    money: true,
  };
  beforeEach(() => {
    answer = () => team;
  });

  it('show attainment as the largest figure, with the sales, the quota to date and the distance to the pace, and the curve as a table', async () => {
    await mount(['team-summary']);
    const attainmentRegion = within(await screen.findByRole('region', { name: 'Team attainment' }));
    expect(attainmentRegion.getByText('95.0%')).toBeTruthy();
    expect(attainmentRegion.getByRole('link', { name: '$1,330.00 of $1,400.00 quota' }).getAttribute('href')).toBe('#team-table');
    expect(attainmentRegion.getByText('· $70.00 behind pace')).toBeTruthy();
    fireEvent.click(await attainmentRegion.findByRole('button', { name: 'Show as table' }));
    expect(attainmentRegion.getByRole('row', { name: 'Nov 21, 2026 $1,330.00 $1,400.00' })).toBeTruthy();
    expect(attainmentRegion.getByRole('row', { name: 'Nov 30, 2026 — $2,000.00' })).toBeTruthy();
  }, 20_000);

  it('count only the sales and quotas of ticked people', async () => {
    await mount(['team-summary']);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Narrow the figures to Bob Seller' }));
    expect(await screen.findByText('· $210.00 ahead of pace')).toBeTruthy();
  }, 20_000);

  it('start with the best attainment, and each row has its months as a line that is read aloud', async () => {
    await mount(['team-summary']);
    await screen.findByRole('region', { name: 'Team attainment' });
    expect(rows().map(([name]) => name)).toEqual(['Bob Seller', 'Ann Seller']);
    expect(screen.getByRole('columnheader', { name: /Attainment/ }).getAttribute('aria-sort')).toBe('descending');
    expect(
      screen.getByRole('img', { name: 'Sales by month of Ann Seller: $420.00 in November 2026, $420.00 in the best month' }),
    ).toBeTruthy();
  }, 20_000);

  it('decisions 8.05: give no verdict and no comparison for a month that has not begun', async () => {
    window.history.replaceState(null, '', '/dashboard/team?period=month&start=2026-12-01&end=2026-12-31');
    answer = () => ({ ...team, data: [{ ...member('1', 'Ann Seller', 0), curve_sales: [0] }], curve_days: ['2026-12-31'] });
    await mount(['team-summary']);
    const attainmentRegion = within(await screen.findByRole('region', { name: 'Team attainment' }));
    expect(attainmentRegion.getByText('Not started')).toBeTruthy();
    expect(screen.queryByText(/−100.0%/)).toBeNull();
    expect(screen.getAllByText('This period has not started.')).toHaveLength(2);
  }, 20_000);

  it('decisions 3.02: tell people without access to money once, and show them no column, card or ranking of it', async () => {
    const none = { total_sales: null, total_commission: null, quota_amount: null, quota_attainment: null, monthly_sales: null };
    const events = { events: 4, hours: 6, coming: 2, ready: 1 };
    answer = () => ({ ...team, money: false, events, data: [{ ...member('1', 'Ann Seller', 0), ...none, curve_sales: null, events }] });
    await mount(['team-summary'], 'events_manager');
    await screen.findByRole('link', { name: 'Events: 4' });
    expect(screen.getAllByText(/Not visible to you/)).toHaveLength(1);
    expect(screen.queryByRole('columnheader', { name: /Quota|Sales|Commission|Attainment/ })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Needs Attention' })).toBeNull();
    expect(screen.queryByText('Total Sales')).toBeNull();
  }, 20_000);

  it('decisions 1.04: have no curve for another provider, which sends no sales per day', async () => {
    answer = answerElsewhere;
    await mount();
    await screen.findByRole('link', { name: 'Team Members: 3' });
    expect(screen.queryByRole('region', { name: 'Team attainment' })).toBeNull();
    expect(region('Needs Attention').getByText('Nobody is below target.')).toBeTruthy();
  }, 20_000);
});

describe('the scope of a manager (decisions 3.09)', () => {
  it('starts with My team if the provider knows who reports to whom, and Company adds the others without another call', async () => {
    answer = (path, query) =>
      path === '/api/v1/users' ? { data: [{ ...person('1', 'Ann'), manager_id: '7' }, person('2', 'Bob')] } : answerElsewhere(path, query);
    await mount([], 'sales_manager');
    await screen.findByRole('link', { name: 'Team Members: 1' });
    const callCount = calls.length;
    fireEvent.change(screen.getByRole('combobox', { name: 'Shown for' }), { target: { value: 'company' } });
    await screen.findByRole('link', { name: 'Team Members: 2' });
    expect(calls).toHaveLength(callCount);
    expect(screen.queryByRole('button', { name: 'Reset filters' })).toBeNull();
  }, 20_000);

  it('shows everybody, without a choice, if the provider does not support it', async () => {
    await mount([], 'sales_manager');
    await screen.findByRole('link', { name: 'Team Members: 3' });
    expect(screen.queryByRole('combobox', { name: 'Shown for' })).toBeNull();
  }, 20_000);
});

describe('the selection', () => {
  it('a card links to the records of everybody or of one person, and to the team table for several', async () => {
    await mount();
    const sales = (): string | null => screen.getByRole('link', { name: /^Total Sales/ }).getAttribute('href');
    await screen.findByRole('link', { name: 'Team Members: 3' });
    expect(sales()).toBe('/commissions?period=month&start=2026-11-01&end=2026-11-21');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Narrow the figures to Ann Seller' }));
    await screen.findByRole('link', { name: 'Team Members: 1' });
    expect(sales()).toBe('/commissions?period=month&start=2026-11-01&end=2026-11-21&person=1');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Narrow the figures to Bob Seller' }));
    await screen.findByRole('link', { name: 'Team Members: 2' });
    expect(sales()).toBe('#team-table');
  }, 20_000);

  it('spec 4.02: the reset returns to the month to date with nobody selected, and then disappears', async () => {
    await mount();
    await screen.findByRole('link', { name: 'Team Members: 3' });
    expect(screen.queryByRole('button', { name: 'Reset filters' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Previous period' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Narrow the figures to Ann Seller' }));
    await screen.findByRole('link', { name: 'Team Members: 1' });
    fireEvent.click(screen.getByRole('button', { name: 'Reset filters' }));
    expect(await screen.findByRole('link', { name: 'Team Members: 3' })).toBeTruthy();
    expect(calls.at(-1)).toContain('start_date=2026-11-01&end_date=2026-11-21');
    expect(screen.queryByRole('button', { name: 'Reset filters' })).toBeNull();
  }, 20_000);
});
