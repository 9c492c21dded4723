import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { User } from '../../../contract/entities/user.ts';
import { goal } from '../../models/goals/cases.ts';
import { createIndividualStage, figures, region, seller } from './individualStage.tsx';

vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), today: () => '2026-11-21' }));

const refused = { status: 403, data: { message: "You don't have permission to do this." } };

const stage = createIndividualStage();
const { mount } = stage;

describe('My Performance on any provider', () => {
  it('spec 2.42, 7.23: requests the signed-in user once, and tags goals and activity as sample data', async () => {
    await mount([]);
    await region("This Month's Goals").findByText('12 of 15');
    expect(stage.calls).toEqual(['/api/v1/analytics/performance?user_id=7&start_date=2026-11-01&end_date=2026-11-21']);
    expect(region("This Month's Goals").getByText('Sample data')).toBeTruthy();
    expect(region('Recent Activity').getByText('Sample data')).toBeTruthy();
    expect(region('Recent Activity').getAllByRole('listitem')).toHaveLength(4);
    expect(screen.queryByRole('region', { name: /next deal/ })).toBeNull();
  });

  it('spec 2.42: scales no quota that is not prorated, and shows attainment as sent', async () => {
    stage.answers = {
      '/api/v1/analytics/performance': { ...figures, total_sales: 60_000, quota_amount: 100_000, quota_attainment: 0.6 },
    };
    await mount([]);
    const quota = region('Quota Progress');
    expect((await quota.findByTitle('Below Target')).textContent).toBe('60.0% Below Target');
    expect(quota.getByText(/\$60,000\.00/).closest('p')?.textContent).toBe('$60,000.00 of $100,000.00');
    expect(quota.queryByText(/short of|At the current pace/)).toBeNull();
    cleanup();
    stage.answers = {
      '/api/v1/analytics/performance': { ...figures, total_sales: 60_000, quota_amount: 100_000, quota_attainment: 0.535 },
    };
    await mount([]);
    expect((await region('Quota Progress').findByTitle('Below Target')).textContent).toBe('53.5% Below Target');
    expect(region('Quota Progress').getByText('Quota $100,000.00')).toBeTruthy();
    expect(region('Quota Progress').queryByText(/\$60,000\.00/)).toBeNull();
  });

  it('spec 2.42, 4.06: has the cards, and the quota with pace and projection if the answer has `quota_days`', async () => {
    stage.answers = { '/api/v1/analytics/performance': { ...figures, summary: { quota_days: { days: 21, of: 30 } } } };
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

  it('on the last day, names no amount per day and no projection', async () => {
    stage.answers = { '/api/v1/analytics/performance': { ...figures, summary: { quota_days: { days: 21, of: 21 } } } };
    window.history.replaceState(null, '', '/dashboard/individual?period=custom&start=2026-11-01&end=2026-11-21');
    await mount([]);
    const quota = region('Quota Progress');
    expect(await quota.findByText(/more today, Nov 21, 2026, reaches the quota for/)).toBeTruthy();
    expect(quota.queryByText(/a day|At the current pace/)).toBeNull();
  });

  it("decisions 8.09: never shows another person's figures under My Performance, even without a known name", async () => {
    window.history.replaceState(null, '', '/dashboard/individual?person=8');
    await mount([], { ...seller, role: 'admin' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Performance' })).toBeTruthy();
  });

  it('decisions 8.05: gives no verdict on a month that has not begun', async () => {
    window.history.replaceState(null, '', '/dashboard/individual?period=month&start=2026-12-01&end=2026-12-31');
    stage.answers = { '/api/v1/analytics/performance': { ...figures, total_sales: 0, quota_attainment: 0 } };
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
  ])('spec 2.42: goals at %s belong to %s: the current month, or else the last one in the range', async (address, month) => {
    window.history.replaceState(null, '', `/dashboard/individual${address}`);
    await mount(['goals']);
    await waitFor(() => expect(stage.calls.filter((call) => call.includes('/goals'))).toEqual([expect.stringContaining(month)]));
  });

  it('decisions 2.11: the quota of a partly closed period names the quota that prices open sales', async () => {
    const summary = { quota_days: { days: 92, of: 92 }, pricing_quota: 25_000 };
    stage.answers = { '/api/v1/analytics/performance': { ...figures, summary } };
    await mount(['deals']);
    await screen.findByText('closed months keep their quota; open sales of the period are priced by $25,000.00');
  });

  it('decisions 2.06: the quota names its days, and the pace counts to the end of the month', async () => {
    const summary = { quota_days: { days: 21, of: 92 } };
    stage.answers = { '/api/v1/analytics/performance': { ...figures, month_quota_amount: 30_000.01, conversion_rate: null, summary } };
    await mount(['deals']);
    // Won deals as a share of closed ones.
    expect((await screen.findByRole('link', { name: 'Conversion Rate: —' })).getAttribute('href')).toBe(
      '/deals?state=all&person=7&closed=2026-11-01..2026-11-21',
    );
    const quota = region('Quota Progress');
    expect(quota.getByText('prorated, 21 of 92 days')).toBeTruthy();
    expect(quota.getByText(/^\$10,000\.01 more reaches the quota for November 2026:/)).toBeTruthy();
    // A card shows a single quota (decisions 8.05).
    expect(quota.queryByText(/30,000\.01/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Deals Closed: 4' }).getAttribute('href')).toBe(
      '/deals?state=won&person=7&closed=2026-11-01..2026-11-21',
    );
  });

  it('decisions 1.05: shows a missing value as —, and no quota for a person without one', async () => {
    stage.answers = { '/api/v1/analytics/performance': { total_sales: 5 } };
    await mount([]);
    expect(await screen.findByRole('link', { name: 'Total Commission: —' })).toBeTruthy();
    expect(region('Quota Progress').getByText('No quota in this period.')).toBeTruthy();
  });

  const person = (id: string, first_name: string, manager_id: string | null): User => ({ ...seller, id, first_name, manager_id });
  const manager = person('3', 'Mia', null);

  it('decisions 1.05: names oneself as the person shown, even if the list of users does not', async () => {
    stage.answers = { ...stage.answers, '/api/v1/users': { data: [person('8', 'Ben', '3'), person('9', 'Cy', '3')] } };
    await mount([], { ...manager, role: 'admin' });
    const personField = (await screen.findByRole('combobox', { name: 'Shown for' })) as HTMLSelectElement;
    expect([...personField.selectedOptions].map(({ text }) => text)).toEqual(['Me']);
  });
  const goalsOf = () => stage.calls.filter((call) => call.startsWith('/api/v1/goals'));
  const asManager = async (address: string, role: User['role'] = 'sales_manager') => {
    window.history.replaceState(null, '', address);
    const everybody = [{ ...manager, role }, person('7', 'Sam', '3'), person('8', 'Olga', '4')];
    stage.answers = {
      ...stage.answers,
      '/api/v1/users': { data: everybody, pagination: { cursor: null, limit: 500, total: 3 } },
      '/api/v1/goals': { data: [], kinds: [] },
    };
    await mount(['users-pages', 'goals'], { ...manager, role });
    return within(await screen.findByLabelText('Shown for'));
  };

  it('decisions 3.04: a manager chooses within the team, and sees the team’s goals', async () => {
    const choice = await asManager('/dashboard/individual?person=7');
    expect(choice.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Me', 'Sam Sales']);
    expect(goalsOf()).toHaveLength(1);
  });

  it.each(['sales_manager', 'finance'] as const)('decisions 3.04: %s sees no goals that they may not read', async (role) => {
    await asManager('/dashboard/individual?person=8', role);
    await screen.findByRole('region', { name: 'Quota Progress' });
    expect([goalsOf(), screen.queryByRole('region', { name: /Goals/ })]).toEqual([[], null]);
  });

  it('decisions 2.04: a goal links to its parts, but payments without a matching page have no link', async () => {
    const kinds = ['book_amount', 'collect_amount'] as const;
    const data = kinds.map((kind) => ({ ...goal, id: kind, kind, target: 100, progress: 60 }));
    stage.answers = { ...stage.answers, '/api/v1/goals': { data, kinds: [] } };
    await mount(['goals']);
    await screen.findByText('Collect payments');
    expect(screen.getAllByRole('link', { name: '$60.00 of $100.00' }).map((link) => link.getAttribute('href'))).toEqual([
      '/commissions?period=month&start=2026-11-01&end=2026-11-30&person=7',
    ]);
  });

  it("decisions 3.03: refuses another's figures in the server's words, with a link back to one's own", async () => {
    stage.answers = { '/api/v1/analytics/performance': refused };
    window.history.replaceState(null, '', '/dashboard/individual?person=9');
    await mount([]);
    await screen.findByText("You don't have permission to do this.");
    expect(screen.queryByRole('region', { name: "This Month's Goals" })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    stage.answers = { '/api/v1/analytics/performance': figures };
    fireEvent.click(screen.getByRole('button', { name: 'Back to my own' }));
    expect(await screen.findByRole('link', { name: 'Total Sales: $20,000.00' })).toBeTruthy();
    expect(new URLSearchParams(window.location.search).get('user')).toBeNull();
  });

  it('decisions 8.03: keeps the focus on Show more while older activity loads', async () => {
    const activity = (id: string) => ({
      id,
      kind: 'deal_closed',
      day: '2026-11-02',
      title: `Deal ${id}`,
      amount: 10,
      attainment: null,
      entity: 'deal',
      entity_id: id,
    });
    stage.answers = { ...stage.answers, '/api/v1/activity': { data: [activity('1'), activity('2')], cursor: 'next' } };
    await mount(['activity']);
    const more = await screen.findByRole('button', { name: 'Show more' });
    more.focus();
    await act(async () => fireEvent.click(more));
    await waitFor(() => expect(stage.calls.filter((call) => call.startsWith('/api/v1/activity'))).toHaveLength(2));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show more' }));
  });
});
