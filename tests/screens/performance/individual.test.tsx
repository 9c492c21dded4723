import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProjectionInputs } from '../../../contract/entities/projection.ts';
import type { User } from '../../../contract/entities/user.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import type { App } from '../../../src/app/compose.ts';
import IndividualScreen from '../../../src/screens/individual/index.tsx';
import { goal } from '../../models/goals/cases.ts';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), today: () => '2026-11-21' }));
beforeAll(async () => {
  await import('../../../src/screens/individual/parts/NextDeal.tsx');
  await import('../../../src/screens/individual/parts/OwnEvents.tsx');
});

const seller: User = { ...user, id: '7', role: 'salesperson' };
const figures = {
  user_id: '7',
  period: '2026-11',
  total_sales: 20_000,
  total_commission: 1_000,
  quota_amount: 21_000,
  quota_attainment: 20 / 21,
  deals_closed: 4,
  average_deal_size: 5_000,
  conversion_rate: 0.8,
};
const inputs: ProjectionInputs = {
  today: '2026-11-21',
  range: { start_date: '2026-10-01', end_date: '2026-12-31' },
  plan: defaultPlan,
  quota: 100_000_00,
  bookings: [
    {
      id: 1,
      invoiceNumber: 'A-1',
      bookingDate: '2026-10-05',
      net: 95_000_00,
      gross: 95_000_00,
      credit: 'sale',
      creditOf: null,
      original: null,
      rateOverride: null,
      excluded: false,
    },
  ],
  closed: null,
};
const refused = { status: 403, data: { message: "You don't have permission to do this." } };

let calls: string[] = [];
let answers: Readonly<Record<string, unknown>> = {};
const mount = async (features: readonly string[], who: User = seller) => {
  const app = await createStage({ features, user: who });
  const http = async (path: string, { query = {} }: { query?: Record<string, string> } = {}) => {
    calls.push(`${path}?${new URLSearchParams(query)}`);
    const answer = answers[path];
    if (answer === undefined) throw new Error(`no answer for ${path}`);
    if (typeof answer === 'object' && answer !== null && 'status' in answer) throw answer;
    return answer;
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as unknown as App['http'] }}>
        <IndividualScreen />
      </Stage>,
    );
  });
};
beforeEach(() => {
  calls = [];
  answers = { '/api/v1/analytics/performance': figures };
  window.history.replaceState(null, '', '/dashboard/individual');
});
afterEach(cleanup);
const region = (name: string) => within(screen.getByRole('region', { name }));

describe('My Performance on any provider', () => {
  it('spec 2.42, 7.23: asks once for the signed-in user, and goals and activity are sample data with their tag', async () => {
    await mount([]);
    await region("This Month's Goals").findByText('12 of 15');
    expect(calls).toEqual(['/api/v1/analytics/performance?user_id=7&start_date=2026-11-01&end_date=2026-11-21']);
    expect(region("This Month's Goals").getByText('Sample data')).toBeTruthy();
    expect(region('Recent Activity').getByText('Sample data')).toBeTruthy();
    expect(region('Recent Activity').getAllByRole('listitem')).toHaveLength(4);
    expect(screen.queryByRole('region', { name: /next deal/ })).toBeNull();
  });

  it('spec 2.42: scales no quota that nobody prorated, and shows the attainment as sent', async () => {
    answers = {
      '/api/v1/analytics/performance': { ...figures, total_sales: 60_000, quota_amount: 100_000, quota_attainment: 0.6 },
    };
    await mount([]);
    const quota = region('Quota Progress');
    expect((await quota.findByTitle('Below Target')).textContent).toBe('60.0% Below Target');
    expect(quota.getByText(/\$60,000\.00/).closest('p')?.textContent).toBe('$60,000.00 of $100,000.00');
    expect(quota.queryByText(/short of|At the current pace/)).toBeNull();
    cleanup();
    answers = { '/api/v1/analytics/performance': { ...figures, total_sales: 60_000, quota_amount: 100_000, quota_attainment: 0.535 } };
    await mount([]);
    expect((await region('Quota Progress').findByTitle('Below Target')).textContent).toBe('53.5% Below Target');
    expect(region('Quota Progress').getByText('Quota $100,000.00')).toBeTruthy();
    expect(region('Quota Progress').queryByText(/\$60,000\.00/)).toBeNull();
  });

  it('spec 2.42, 4.06: has the cards, and the quota with pace and projection where the answer has `quota_days`', async () => {
    answers = { '/api/v1/analytics/performance': { ...figures, summary: { quota_days: { days: 21, of: 30 } } } };
    await mount([]);
    expect(await screen.findByRole('link', { name: 'Total Sales: $20,000.00' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Conversion Rate: 80.0%' })).toBeTruthy();
    const quota = region('Quota Progress');
    expect(quota.getByTitle('On Track').textContent).toBe('95.2% On Track');
    expect(
      quota.getByText('$10,000.00 more reaches the quota for November 2026: $1,000.00 a day for 10 days, until Nov 30, 2026.'),
    ).toBeTruthy();
    expect(
      quota.getByText('At the current pace, sales reach $28,571.43 by Nov 30, 2026, 95.2% of the quota for November 2026.'),
    ).toBeTruthy();
  });

  it('decisions 8.05: a month that has not begun has no verdict', async () => {
    window.history.replaceState(null, '', '/dashboard/individual?period=month&start=2026-12-01&end=2026-12-31');
    answers = { '/api/v1/analytics/performance': { ...figures, total_sales: 0, quota_attainment: 0 } };
    await mount([]);
    const quota = region('Quota Progress');
    expect((await quota.findByTitle('Not started')).textContent).toBe('0.0% Not started');
    expect(quota.getByText('December 2026 has not started.')).toBeTruthy();
    expect(quota.queryByText(/short|Below|more reaches/)).toBeNull();
  });

  it.each([
    ['?period=quarter&start=2026-10-01&end=2026-12-31', '2026-11-01'],
    ['?period=year&start=2026-01-01&end=2026-12-31', '2026-11-01'],
    ['?period=month&start=2026-09-01&end=2026-09-30', '2026-09-01'],
    ['?period=quarter&start=2026-07-01&end=2026-09-30', '2026-09-01'],
  ])('spec 2.42: goals at %s are those of %s: the month that goes on, else the last of the days', async (address, month) => {
    window.history.replaceState(null, '', `/dashboard/individual${address}`);
    await mount(['goals']);
    await waitFor(() => expect(calls.filter((call) => call.includes('/goals'))).toEqual([expect.stringContaining(month)]));
  });

  it('decisions 2.11: the quota of a partly closed period says by which quota open sales are priced', async () => {
    const summary = { quota_days: { days: 92, of: 92 }, pricing_quota: 25_000 };
    answers = { '/api/v1/analytics/performance': { ...figures, summary } };
    await mount(['deals']);
    await screen.findByText('closed months keep their quota; open sales of the period are priced by $25,000.00');
  });

  it('decisions 2.06: the quota says for how many days it stands, and the pace counts to the end of the month', async () => {
    const summary = { quota_days: { days: 21, of: 92 } };
    answers = { '/api/v1/analytics/performance': { ...figures, month_quota_amount: 30_000.01, conversion_rate: null, summary } };
    await mount(['deals']);
    // The share of won deals among closed ones.
    expect((await screen.findByRole('link', { name: 'Conversion Rate: —' })).getAttribute('href')).toBe(
      '/deals?state=all&owner=7&closed=2026-11-01..2026-11-21',
    );
    const quota = region('Quota Progress');
    expect(quota.getByText('prorated, 21 of 92 days')).toBeTruthy();
    expect(quota.getByText(/^\$10,000\.01 more reaches the quota for November 2026:/)).toBeTruthy();
    // A card shows a single quota (decisions 8.05).
    expect(quota.queryByText(/30,000\.01/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Deals Closed: 4' }).getAttribute('href')).toBe(
      '/deals?state=won&owner=7&closed=2026-11-01..2026-11-21',
    );
  });

  it('decisions 1.05: a value the provider leaves out is —, and a person without a quota has none', async () => {
    answers = { '/api/v1/analytics/performance': { total_sales: 5 } };
    await mount([]);
    expect(await screen.findByRole('link', { name: 'Total Commission: —' })).toBeTruthy();
    expect(region('Quota Progress').getByText('No quota in this period.')).toBeTruthy();
  });

  const person = (id: string, first_name: string, manager_id: string | null): User => ({ ...seller, id, first_name, manager_id });
  const manager = person('3', 'Mia', null);

  it('decisions 1.05: names oneself as the person shown, although the list of users does not', async () => {
    answers = { ...answers, '/api/v1/users': { data: [person('8', 'Ben', '3'), person('9', 'Cy', '3')] } };
    await mount([], { ...manager, role: 'admin' });
    const personField = (await screen.findByRole('combobox', { name: 'Whose performance' })) as HTMLSelectElement;
    expect([...personField.selectedOptions].map(({ text }) => text)).toEqual(['Me']);
  });
  const goalsOf = () => calls.filter((call) => call.startsWith('/api/v1/goals'));
  const asManager = async (address: string, role: User['role'] = 'sales_manager') => {
    window.history.replaceState(null, '', address);
    const everybody = [{ ...manager, role }, person('7', 'Sam', '3'), person('8', 'Olga', '4')];
    answers = {
      ...answers,
      '/api/v1/users': { data: everybody, pagination: { cursor: null, limit: 500, total: 3 } },
      '/api/v1/goals': { data: [], kinds: [] },
    };
    await mount(['users-pages', 'goals'], { ...manager, role });
    return within(await screen.findByLabelText('Whose performance'));
  };

  it('decisions 3.04: a manager chooses among the team, and sees the goals of the team', async () => {
    const choice = await asManager('/dashboard/individual?user=7');
    expect(choice.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Me', 'Sam Sales']);
    expect(goalsOf()).toHaveLength(1);
  });

  it.each(['sales_manager', 'finance'] as const)('decisions 3.04: %s is shown no goals of whose may not be read', async (role) => {
    await asManager('/dashboard/individual?user=8', role);
    await screen.findByRole('region', { name: 'Quota Progress' });
    expect([goalsOf(), screen.queryByRole('region', { name: /Goals/ })]).toEqual([[], null]);
  });

  it('decisions 2.04: a goal leads to what it adds up, and payments that no page adds up lead nowhere', async () => {
    const kinds = ['book_amount', 'collect_amount'] as const;
    const data = kinds.map((kind) => ({ ...goal, id: kind, kind, target: 100, progress: 60 }));
    answers = { ...answers, '/api/v1/goals': { data, kinds: [] } };
    await mount(['goals']);
    await screen.findByText('Collect payments');
    expect(screen.getAllByRole('link', { name: '$60.00 of $100.00' }).map((link) => link.getAttribute('href'))).toEqual([
      '/commissions?period=month&start=2026-11-01&end=2026-11-30&person=7',
    ]);
  });

  it("decisions 3.03: another's figures are refused in the server's words, with a way back to one's own", async () => {
    answers = { '/api/v1/analytics/performance': refused };
    window.history.replaceState(null, '', '/dashboard/individual?user=9');
    await mount([]);
    await screen.findByText("You don't have permission to do this.");
    expect(screen.queryByRole('region', { name: "This Month's Goals" })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    answers = { '/api/v1/analytics/performance': figures };
    fireEvent.click(screen.getByRole('button', { name: 'Back to my own' }));
    expect(await screen.findByRole('link', { name: 'Total Sales: $20,000.00' })).toBeTruthy();
    expect(new URLSearchParams(window.location.search).get('user')).toBeNull();
  });
});

describe('what is paid next (decisions 2.29)', () => {
  const payout = { id: '5', user_id: '7', user_name: 'Sam', amount: 576.23, payment_date: '2026-11-30', status: 'pending' };
  const check = {
    next: payout,
    ...{
      in_progress: [payout, { ...payout, id: '6', amount: 190.92 }],
      ready: 0,
      ready_on: '2026-11-30',
      waiting: 10,
      held: 0,
      computing: false,
    },
  };
  const months = Array.from({ length: 12 }, (_, index) => ({
    month: `2026-${String(index + 1).padStart(2, '0')}-01`,
    total_commission: index * 100,
  }));
  const paid = { ...figures, months, summary: { next_rate: { missing: 5_000, rate: 0.075, period: 'Q4 2026' } } };
  const path = '/api/v1/payouts/next';

  it('is the first answer: amount, day and state, what is earned, the distance to the next rate, and twelve months', async () => {
    answers = { '/api/v1/analytics/performance': paid, [path]: check };
    await mount(['my-check']);
    const hero = region('You are paid');
    expect((await hero.findByRole('link', { name: '$576.23' })).getAttribute('href')).toBe('/payouts');
    expect(hero.getByText('on Nov 30, 2026')).toBeTruthy();
    expect(hero.getByText('Proposed. A second person still has to approve it.')).toBeTruthy();
    expect(hero.getByText('Another $190.92 on Nov 30, 2026.')).toBeTruthy();
    expect(hero.getByRole('link', { name: '$1,000.00' }).getAttribute('href')).toBe(
      '/commissions?period=month&start=2026-11-01&end=2026-11-21',
    );
    expect(screen.getAllByText('$5,000.00 more in Q4 2026 and the rest pays 7.5%.')).toHaveLength(1);
    fireEvent.click(await hero.findByRole('button', { name: 'Show as table' }));
    expect(hero.getByRole('link', { name: '$1,100.00' }).getAttribute('href')).toContain('start=2026-12-01');
  });

  it('decisions 8.05: a failed load of the check says so and keeps the other figures', async () => {
    answers = { '/api/v1/analytics/performance': paid, [path]: { status: 500, data: { message: 'The check is unavailable.' } } };
    await mount(['my-check']);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Total Sales: $20,000.00' })).toBeTruthy();
    expect(screen.queryByText('on Nov 30, 2026')).toBeNull();
  });

  const none = {
    ...paid,
    ...{ total_sales: 0, total_commission: 0, quota_amount: 0, quota_attainment: null },
    months: months.map(({ month }) => ({ month, total_commission: 0 })),
  };
  it('a manager without quota, sales or commission is led to the team instead of zeros', async () => {
    answers = { ...answers, '/api/v1/analytics/performance': none, [path]: check };
    await mount(['my-check'], { ...seller, role: 'sales_manager' });
    await screen.findByText('No commission of your own');
    expect(screen.queryByRole('link', { name: /^Total Sales/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Open Team Dashboard' }));
    expect(window.location.pathname).toBe('/dashboard/team');
  });

  it('a new salesperson sees their page, although everything on it is zero', async () => {
    answers = { '/api/v1/analytics/performance': none, [path]: { ...check, next: { ...payout, amount: 0, status: 'ready' } } };
    await mount(['my-check']);
    expect(await screen.findByText('Nothing is due for Nov 30, 2026 yet.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Total Sales: $0.00' })).toBeTruthy();
  });
});

describe('the next deal', () => {
  it('decisions 2.13: answers while the slider moves, by the engine, with one call', async () => {
    answers = { ...answers, '/api/v1/commissions/projections/inputs': inputs };
    await mount(['projections']);
    const slider = await screen.findByRole('slider');
    // 95,000 booked: 5,000 at 5% and 5,000 at 7.5%.
    expect(screen.getByText('Earns $625.00 (6.3%)')).toBeTruthy();
    fireEvent.change(slider, { target: { value: '5000' } });
    expect(screen.getByText('Earns $250.00 (5.0%)')).toBeTruthy();
    expect(calls.filter((call) => call.includes('inputs'))).toHaveLength(1);
  });
});

describe('an events manager', () => {
  const event = (id: string, name: string, more: object = {}, start: object = {}) => ({
    id,
    customer: { name, type: null, address: { state: null } },
    program: {
      time: {
        tbd: false,
        start: { time: '2026-12-01T16:00:00Z', timezone: 'America/Phoenix', has_time: true, has_day: true, ...start },
        end: { time: null, timezone: null, has_time: false, has_day: false },
      },
      type: 'Python',
      program: null,
      ...more,
    },
  });
  const events = { need_review: 3, need_tech_setup: 2, need_pre_program_email: 1, need_reminder_email: 0 };
  const team = { data: [], events: { events: 12, hours: 18, coming: 6, ready: 4 }, money: false, months: [] };
  const toPage = (data: object[]) => ({ data, pagination: { cursor: null, limit: 1, total: 13 }, summary: events });

  it('decisions 3.02: sees their events, readiness and hours, and no figures of money', async () => {
    answers = { '/api/v1/events': toPage([]), '/api/v1/performance/team': team };
    await mount(['team-summary'], { ...seller, role: 'events_manager' });
    expect(await screen.findByRole('link', { name: 'Events: 12' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Hours: 18.0' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ready: 4 of 6' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Need review: 3' }).getAttribute('href')).toContain('need=need_review');
    expect(await screen.findByText('No events in the next seven days')).toBeTruthy();
    expect(calls.some((call) => call.startsWith('/api/v1/analytics'))).toBe(false);
  });

  it.each(['', '?period=month&start=2026-11-01&end=2026-11-21'])(
    'decisions 6.06: opened at %j, an events manager reads the needs of the whole month, as Events counts them',
    async (address) => {
      window.history.replaceState(null, '', `/dashboard/individual${address}`);
      answers = { '/api/v1/events': toPage([]) };
      await mount([], { ...seller, role: 'events_manager' });
      await screen.findByRole('link', { name: 'Need review: 3' });
      expect(calls.filter((call) => call.includes('limit=1&') || call.endsWith('limit=1'))).toEqual([
        expect.stringContaining('start_date=2026-11-01&end_date=2026-11-30'),
      ]);
    },
  );

  it('decisions 3.02: reads the next seven days, dated events that take place, each with its open work', async () => {
    const data = [
      event('1', 'Undated School', {}, { has_day: false, has_time: false }),
      event('2', 'Canceled School', { type: 'Canceled' }),
      event('3', 'Dated School', { program: 'Robots' }, { time: '2026-11-23T16:00:00Z' }),
    ];
    answers = { '/api/v1/events': toPage(data) };
    await mount([], { ...seller, role: 'events_manager' });
    const week = region('Next seven days');
    expect(await week.findByRole('heading', { name: 'Monday, Nov 23 · 1 event needs work' })).toBeTruthy();
    expect(calls.filter((call) => call.includes('start_date=2026-11-21&end_date=2026-11-27'))).toHaveLength(1);
    expect(week.getByRole('link', { name: 'Dated School' }).getAttribute('href')).toBe(
      '/events?period=custom&start=2026-11-23&end=2026-11-23&event=3',
    );
    expect(week.getByText('9:00 AM AZ-MST · Robots')).toBeTruthy();
    expect(week.getByText('0 of 1 events are ready')).toBeTruthy();
    expect(week.queryByText(/Undated|Canceled/)).toBeNull();
    // Without an answer to whether set-up is required, the event has to be opened.
    expect(week.getByRole('button', { name: 'Mark reviewed: Reviewed, Dated School' })).toBeTruthy();
    expect(week.getAllByRole('link', { name: 'Open event: Dated School' }).length).toBeGreaterThan(0);
  });
});
