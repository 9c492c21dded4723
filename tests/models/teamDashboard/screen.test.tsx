import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { TeamPerformance } from '../../../contract/entities/performance.ts';
import type { App } from '../../../src/app/compose.ts';
import TeamDashboardScreen from '../../../src/screens/teamDashboard/index.tsx';
import { user } from '../session/cases.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { october, teamDashboard, today } from './cases.ts';

vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), today: () => '2026-11-21' }));

const questions: object[] = [];
const member = (id: string, name: string, manager_id: string | null, sales: number): TeamPerformance['data'][number] => ({
  id,
  name,
  role: 'salesperson',
  territory: 'West',
  manager_id,
  active: true,
  total_sales: sales,
  total_commission: 100,
  deals_closed: 1,
  quota_amount: 1000,
  quota_attainment: sales / 1000,
  previous: { total_sales: 500, total_commission: 50, deals_closed: 1 },
  monthly_sales: [],
  events: null,
});
const answer: TeamPerformance = {
  data: [member('3', 'Zoe Other', null, 4_000), member('1', 'Ann Own', '7', 1_000), member('2', 'Bob Own', '7', 2_000)],
  previous: { start_date: '2026-10-01', end_date: '2026-10-21' },
  months: [],
  events: null,
  money: true,
};
const manager = { ...user, id: '7', role: 'sales_manager' as const };

/** The month and people that a path's gestures select. */
let month = '2026-11';
const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));
const press = async (element: HTMLElement): Promise<void> => {
  fireEvent.click(element);
  await settle();
};
const sales: Readonly<Record<string, number>> = { '1': 1_000, '2': 2_000, '3': 4_000 };

const initialState = { today: '2026-11-21', selectedUsers: [], list: { pageSize: 10 } } as const;
const free = ({ context }: { context: { selectedUsers: readonly string[] } }): boolean => context.selectedUsers.length === 0;
const isDefaultRange = ({ value }: { value: unknown }): boolean => (value as { dateRange: string }).dateRange === 'usual';

describeScreen({
  of: {
    ...teamDashboard,
    inputs: [initialState, { ...initialState, selectedUsers: ['1'], period: october }],
    cases: {
      ...teamDashboard.cases,
      // Each region is walked alone: a choice in one doesn't affect the other.
      'xstate.snapshot.period': (snapshot) => (free(snapshot) ? [{ snapshot: { context: { period: october, today } } }] : []),
      'user.toggle': (snapshot) => (isDefaultRange(snapshot) ? [{ id: '1' }, { id: '2' }] : []),
      // Only with the usual range: the model has no period that could respond (tests/screens/performance/teamDashboard.test.tsx covers it).
      'filters.reset': (snapshot) => (isDefaultRange(snapshot) && snapshot.can({ type: 'filters.reset' }) ? [{}] : []),
      // The URL selects the second person, or nobody.
      'users.set': (snapshot) => (isDefaultRange(snapshot) ? [{ ids: ['2'] }, { ids: [] }] : []),
    },
  },
  mount: async ({ selectedUsers, period }) => {
    month = period ? '2026-10' : '2026-11';
    questions.length = 0;
    const opening = new URLSearchParams({
      ...(period ? { period: 'month', start: october.start_date, end: october.end_date } : {}),
      ...(selectedUsers.length === 0 ? {} : { users: selectedUsers.join() }),
    });
    window.history.replaceState(null, '', `/dashboard/team?${opening}`);
    const observer = createObserver(teamDashboard.machine);
    const app = await createStage({ inspect: observer.inspect, features: ['team-summary'], user: manager });
    const http = async (path: string, { query }: { query: object }) => {
      questions.push({ path, ...query });
      return answer;
    };
    await act(async () => {
      render(
        <Stage app={{ ...app, http: http as unknown as App['http'] }}>
          <TeamDashboardScreen />
        </Stage>,
      );
    });
    await settle();
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async () => undefined };
  },
  gestures: {
    'user.toggle': ({ id }) => press(screen.getByRole('checkbox', { name: `Narrow the figures to ${id === '1' ? 'Ann Own' : 'Bob Own'}` })),
    'users.set': async ({ ids }) => {
      const query = new URLSearchParams(window.location.search);
      query.set('users', (ids as string[]).join(','));
      window.history.pushState(null, '', `?${query}`);
      window.dispatchEvent(new PopStateEvent('popstate'));
      await settle();
    },
    'filters.reset': async () => {
      month = '2026-11';
      await press(screen.getByRole('button', { name: 'Reset filters' }));
    },
    'xstate.snapshot.period': async () => {
      const [button, next] = month === '2026-11' ? ['Previous period', '2026-10'] : ['Next period', '2026-11'];
      month = next ?? month;
      await press(screen.getByRole('button', { name: button }));
    },
  },
  unreachable: {
    'teamDashboard --filters.reset[0]--> stays': 'the button is there only where something differs',
    'teamDashboard.dateRange.other --filters.reset[0]--> stays': 'tests/screens/performance/teamDashboard.test.tsx resets the period',
  },
  shows: (model) => {
    // decisions 3.09: a manager's own people.
    const ids = ['1', '2'];
    const { selectedUsers } = model.context;
    const counted = selectedUsers.length > 0 ? ids.filter((id) => selectedUsers.includes(id)) : ids;
    const total = counted.reduce((sum, id) => sum + (sales[id] ?? 0), 0).toLocaleString('en-US', { minimumFractionDigits: 2 });
    const cards = within(screen.getByRole('region', { name: 'Summary' }));
    expect(cards.getByRole('link', { name: `Total Sales: $${total}` })).toBeTruthy();
    expect(cards.getByRole('link', { name: `Team Members: ${counted.length}` })).toBeTruthy();
    // decisions 3.02: events are counted only for users who see them instead of money.
    expect(cards.getAllByRole('link', { name: /^(Team Members|Total \w+): / })).toHaveLength(4);
    expect(cards.queryByRole('link', { name: /^Events/ })).toBeNull();
    // spec 4.02: one button resets everything that differs from the default, and is shown only if something does.
    expect(screen.queryByRole('button', { name: 'Reset filters' }) !== null).toBe(model.can({ type: 'filters.reset' }));
    expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull();
    // decisions 1.04: one call per period, regardless of the selection; a manager's own people come first.
    expect(questions.at(-1)).toMatchObject({
      path: '/api/v1/performance/team',
      start_date: month === '2026-11' ? '2026-11-01' : october.start_date,
    });
    const table = within(screen.getByRole('region', { name: 'Team Performance Overview' }));
    const names = table
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('link')[0]?.textContent);
    // The best attainment first.
    expect(names).toEqual(['Bob Own', 'Ann Own']);
    const query = new URLSearchParams(window.location.search);
    expect(query.get('users') ?? '').toBe(selectedUsers.join(','));
  },
});
