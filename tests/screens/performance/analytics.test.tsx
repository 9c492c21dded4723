import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Analytics, AnalyticsFigures } from '../../../contract/entities/analytics.ts';
import type { User } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import type { App } from '../../../src/app/compose.ts';
import AnalyticsScreen from '../../../src/screens/analytics/index.tsx';
import '../../../src/screens/analytics/parts/Page.tsx';
import { user as someone } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

const quarter = 'period=quarter&start=2026-07-01&end=2026-09-30';
const figures = (commission: number, sales: number, attainment: number | null): AnalyticsFigures => ({
  ...{ commission, sales, attainment, deals: 2 },
  ...{ events: null, hours: null, readiness: null },
});
const months = (start: string, amounts: readonly number[]) =>
  amounts.map((sales, index) => {
    const month = `${start.slice(0, 5)}${String(Number(start.slice(5, 7)) + index).padStart(2, '0')}`;
    return { start_date: `${month}-01`, end_date: `${month}-30`, commission: sales / 20, sales, events: null, hours: null };
  });
const answerOf = (overrides: Partial<Analytics> = {}): Analytics => ({
  money: true,
  gone: false,
  about: null,
  ranges: {
    current: { start_date: '2026-07-01', end_date: '2026-09-30' },
    previous: { start_date: '2026-04-01', end_date: '2026-06-30' },
    year_before: { start_date: '2025-07-01', end_date: '2025-09-30' },
  },
  rows: [{ key: '', label: '', current: figures(300, 6_000, 0.06), previous: figures(200, 4_000, 0.04), year_before: figures(0, 0, 0) }],
  trend: [
    { key: '', label: null, span: 'current', points: months('2026-07', [1_000, 2_000, 3_000]) },
    { key: '', label: null, span: 'year_before', points: months('2025-07', [0, 500, 0]) },
  ],
  top_deals: [{ id: '7', kind: 'deal', name: 'Robotics week', owner_name: 'Ana Ruiz', amount: 2_500, closed_on: '2026-08-03' }],
  pending: 0,
  ...overrides,
});

type Call = Readonly<{ path: string; query: Record<string, string>; resolve: (answer: unknown) => void; reject: (error: unknown) => void }>;
const saved = [
  {
    id: '5',
    screen: 'analytics',
    name: 'By person',
    question: { by: 'person', of: 'person.4', period: 'year', odd: 'x' },
    shared: true,
    owner_name: null,
    own: false,
    version: 1,
  },
  {
    id: '6',
    screen: 'analytics',
    name: 'Of the company',
    question: { by: 'person', of: 'all', period: 'year' },
    shared: false,
    owner_name: null,
    own: true,
    version: 1,
  },
];
let calls: Call[];
beforeEach(() => {
  calls = [];
  sessionStorage.clear();
  window.history.replaceState(null, '', `/analytics?${quarter}`);
});
afterEach(cleanup);

const show = async ({ role = 'vp_sales', features = ['analytics'], preferred = [] as string[] } = {}) => {
  const user = {
    ...someone,
    role,
    preferences: { dashboard_settings: { default_date_range: 'current_month', preferred_charts: preferred } },
  };
  const app = await createStage({ features, user: user as unknown as User });
  const http = (path: string, options: { method?: string; body?: object; query?: Record<string, string> } = {}) =>
    path === '/api/v1/users' || (path === '/api/v1/views' && options.method === undefined)
      ? Promise.resolve({ data: path === '/api/v1/views' ? saved : [] })
      : path.startsWith('/api/v1/views')
        ? Promise.resolve({ ...saved[0], ...options.body, id: '9', version: 2, own: true, owner_name: 'Ana Ruiz' })
        : new Promise((resolve, reject) => calls.push({ path, query: options.query ?? {}, resolve, reject }));
  render(
    <Stage app={{ ...app, http: http as unknown as App['http'] }}>
      <AnalyticsScreen />
    </Stage>,
  );
  if (features.includes('analytics')) await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['/api/v1/analytics']));
};
const answer = (which: number, value: unknown) => act(async () => calls[which]?.resolve(value));
const chooseBreakdown = (value: string) => fireEvent.change(screen.getByRole('combobox', { name: 'Group by' }), { target: { value } });
const chosenScope = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Shown for' }).selectedOptions[0]?.textContent;
const chart = (name: string) => screen.findByRole('figure', { name });

describe('Analytics (spec 2.08, 2.44)', () => {
  it('spec 2.44: without the feature, it says that features will be implemented, and calls nothing', async () => {
    await show({ features: [] });
    expect(screen.getByText('Analytics features will be implemented.')).toBeDefined();
    expect(calls).toEqual([]);
  });

  it('requests the period of the address once, and shows four charts, preferred ones first (spec 4.10)', async () => {
    await show({ preferred: ['top_deals', 'quota_progress'] });
    expect(calls[0]).toMatchObject({
      path: '/api/v1/analytics',
      query: { start_date: '2026-07-01', end_date: '2026-09-30', by: 'month' },
    });
    await answer(0, answerOf());
    await chart('Top deals');
    await chart('Commission trend');
    expect(screen.getAllByRole('figure').map((figure) => figure.getAttribute('aria-label'))).toEqual([
      'Top deals',
      'Quota progress',
      'Commission trend',
      'Sales performance',
    ]);
  });

  it('decisions 6.06: shows an events manager the readiness of the whole month, whatever the address says', async () => {
    window.history.replaceState(null, '', '/analytics?period=month&start=2026-08-01&end=2026-08-09');
    await show({ role: 'events_manager' });
    expect(calls.map(({ query }) => [query.start_date, query.end_date])).toEqual([['2026-08-01', '2026-08-31']]);
  });

  it('each point links to the rows of its month, and a deal to itself', async () => {
    await show();
    await answer(0, answerOf());
    const trend = within(await chart('Commission trend'));
    expect(trend.getByLabelText('Aug 2026, This period: $100.00').getAttribute('href')).toBe(
      '/commissions?period=custom&start=2026-08-01&end=2026-08-30',
    );
    expect(
      within(await chart('Top deals'))
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/deals?deal=7');
    expect(
      within(await chart('Quota progress'))
        .getByRole('link', { name: 'Period before' })
        .getAttribute('href'),
    ).toBe('/commissions?period=quarter&start=2026-04-01&end=2026-06-30');
  });

  it('decisions 3.09: a manager starts with the team; Company sends a new request and is in the address', async () => {
    await show({ role: 'sales_manager' });
    expect(calls[0]?.query.of).toBe('team');
    await answer(0, answerOf());
    chooseBreakdown('person');
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.query).toMatchObject({ by: 'person', of: 'team' });
    expect(window.location.search).toContain('by=person&scope=team');
    fireEvent.change(screen.getByRole('combobox', { name: 'Shown for' }), { target: { value: 'company' } });
    await waitFor(() => expect(calls).toHaveLength(3));
    expect(calls[2]?.query.of).toBeUndefined();
    await waitFor(() => expect(window.location.search).toContain('by=person&scope=company'));
  });

  it('decisions 8.02: covers old figures at once, and never shows a slow answer to an old query under a new one', async () => {
    await show();
    await answer(0, answerOf());
    await chart('Commission trend');
    chooseBreakdown('territory');
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(document.querySelectorAll('.analytics-charts > .stale')).toHaveLength(4);
    chooseBreakdown('person');
    await waitFor(() => expect(calls).toHaveLength(3));
    const person = {
      key: '4',
      label: 'Ana Ruiz',
      current: figures(1, 20, null),
      previous: figures(0, 0, null),
      year_before: figures(0, 0, null),
    };
    await answer(1, answerOf({ rows: [{ ...person, key: 'West', label: 'West' }] }));
    expect(screen.queryByText('West')).toBeNull();
    await answer(2, answerOf({ rows: [person] }));
    expect(document.querySelectorAll('.analytics-charts > .stale')).toHaveLength(0);
    expect(
      within(await chart('Sales performance'))
        .getByRole('link', { name: 'Ana Ruiz' })
        .getAttribute('href'),
    ).toBe('/commissions?period=quarter&start=2026-07-01&end=2026-09-30&person=4');
  });

  it('decisions 3.02: shows an events manager events, hours and readiness, and says that amounts are not for this role', async () => {
    await show({ role: 'events_manager' });
    const events = { ...figures(0, 0, null), commission: null, sales: null, attainment: null, events: 4, hours: 6.5, readiness: 0.5 };
    const row = { key: '', label: '', current: events, previous: events, year_before: events };
    const points = [{ ...months('2026-07', [1])[0], commission: null, sales: null, events: 4, hours: 6.5 }];
    const trend = [{ key: '', label: null, span: 'current', points }];
    await answer(0, answerOf({ money: false, rows: [row], trend: trend as Analytics['trend'], top_deals: null }));
    await chart('Readiness');
    expect(screen.getAllByText('Not visible to you')).toHaveLength(4);
    expect(screen.getAllByRole('figure').map((figure) => figure.getAttribute('aria-label'))).toEqual([
      'Events',
      'Planned hours',
      'Readiness',
      'Deals won',
    ]);
    expect(document.body.textContent).not.toContain('$');
  });

  it('a failure is shown with a retry, and a part without figures says why', async () => {
    await show();
    await act(async () => calls[0]?.reject(Object.assign(new Error('down'), { status: 503 })));
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    const noFigures = figures(0, 0, null);
    await answer(
      1,
      answerOf({
        rows: [{ key: '', label: '', current: noFigures, previous: noFigures, year_before: noFigures }],
        trend: [],
        top_deals: [],
      }),
    );
    expect(screen.getAllByText('Nothing was booked from Jul 1, 2026 to Sep 30, 2026.')).toHaveLength(2);
    expect(screen.getByText('There is no quota in this period.')).toBeDefined();
    expect(screen.getByText('No deal was won from Jul 1, 2026 to Sep 30, 2026.')).toBeDefined();
  });

  it('says that a person is gone, and shows everybody', async () => {
    window.history.replaceState(null, '', `/analytics?${quarter}&of=person.99`);
    await show();
    expect(calls[0]?.query.of).toBe('person.99');
    await answer(0, answerOf({ gone: true }));
    expect(screen.getByText(/is no longer here/)).toBeDefined();
  });

  it.each(['U.K.', 'a&b', '😀 Zone'])('decisions 4.10: reads the territory %j from the address and keeps it', async (name) => {
    const scope = `territory.${name}`;
    window.history.replaceState(null, '', `/analytics?${quarter}&of=${encodeURIComponent(scope)}`);
    await show();
    expect(calls[0]?.query.of).toBe(scope);
    await answer(0, answerOf());
    expect(chosenScope()).toBe(`Territory: ${name}`);
    expect(new URLSearchParams(window.location.search).get('of')).toBe(scope);
  });

  it('does not show an address without a valid person as everybody', async () => {
    window.history.replaceState(null, '', `/analytics?${quarter}&of=moon`);
    await show();
    expect(calls[0]?.query.of).toBe('moon');
    expect(chosenScope()).toBe('Unknown');
    const sentence = messages.analytics.unreadable;
    await act(async () => calls[0]?.reject(Object.assign(new Error(sentence), { status: 400, data: { message: sentence } })));
    expect(screen.getByText(sentence)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.queryAllByRole('figure')).toEqual([]);
  });

  it('decisions 3.09: a saved view brings its own scope', async () => {
    await show({ role: 'sales_manager', features: ['analytics', 'views'] });
    await answer(0, answerOf());
    fireEvent.click(screen.getByRole('button', { name: 'Views' }));
    fireEvent.click(await screen.findByText('Of the company'));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.query).toMatchObject({ by: 'person' });
    expect(calls[1]?.query.of).toBeUndefined();
    await waitFor(() => expect(window.location.search).toContain('scope=company'));
    expect(chosenScope()).toBe('Company');
    expect(calls).toHaveLength(2);
  });

  it('opens a saved view with the parameters the page knows, and saves the query under its own name', async () => {
    await show({ features: ['analytics', 'views'] });
    await answer(0, answerOf());
    fireEvent.click(screen.getByRole('button', { name: 'Views' }));
    fireEvent.click(await screen.findByText('By person (shared by someone who left)'));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.query).toMatchObject({ by: 'person', of: 'person.4' });
    expect(calls[1]?.query.start_date).toMatch(/-01-01$/);
    await waitFor(() => expect(window.location.search).toContain('view=5'));
    fireEvent.click(screen.getByRole('button', { name: 'Views' }));
    fireEvent.click(await screen.findByText('Save as view'));
    fireEvent.change(await screen.findByLabelText('Name of the view'), { target: { value: 'Mine' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(window.location.search).toContain('view=9'));
    expect(screen.getByRole('button', { name: 'Views' }).textContent).toBe('Mine');
  });
});
