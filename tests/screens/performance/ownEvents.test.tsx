import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createIndividualStage, region, seller } from './individualStage.tsx';

vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), today: () => '2026-11-21' }));
beforeAll(async () => {
  await import('../../../src/screens/individual/parts/OwnEvents.tsx');
});

const stage = createIndividualStage();
const { mount } = stage;

describe('an events manager', () => {
  const event = (id: string, name: string, overrides: object = {}, start: object = {}) => ({
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
      ...overrides,
    },
  });
  const events = { need_review: 3, need_tech_setup: 2, need_pre_program_email: 1, need_reminder_email: 0 };
  const team = { data: [], events: { events: 12, hours: 18, coming: 6, ready: 4 }, money: false, months: [] };
  const toPage = (data: object[]) => ({ data, pagination: { cursor: null, limit: 1, total: 13 }, summary: events });

  it('decisions 3.02: sees their events, readiness and hours, and no amounts of money', async () => {
    stage.answers = { '/api/v1/events': toPage([]), '/api/v1/performance/team': team };
    await mount(['team-summary'], { ...seller, role: 'events_manager' });
    expect(await screen.findByRole('link', { name: 'Events: 12' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Hours: 18.0' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ready: 4 of 6' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Need review: 3' }).getAttribute('href')).toContain('need=need_review');
    expect(await screen.findByText('No events in the next seven days')).toBeTruthy();
    expect(stage.calls.some((call) => call.startsWith('/api/v1/analytics'))).toBe(false);
  });

  it.each(['', '?period=month&start=2026-11-01&end=2026-11-21'])(
    'decisions 6.06: opened at %j, shows an events manager the needs of the whole month, as Events counts them',
    async (address) => {
      window.history.replaceState(null, '', `/dashboard/individual${address}`);
      stage.answers = { '/api/v1/events': toPage([]) };
      await mount([], { ...seller, role: 'events_manager' });
      await screen.findByRole('link', { name: 'Need review: 3' });
      expect(stage.calls.filter((call) => call.includes('limit=1&') || call.endsWith('limit=1'))).toEqual([
        expect.stringContaining('start_date=2026-11-01&end_date=2026-11-30'),
      ]);
    },
  );

  it('decisions 3.02: shows the next seven days with dated events that take place, each with its open work', async () => {
    const data = [
      event('1', 'Undated School', {}, { has_day: false, has_time: false }),
      event('2', 'Canceled School', { type: 'Canceled' }),
      event('3', 'Dated School', { program: 'Robots' }, { time: '2026-11-23T16:00:00Z' }),
    ];
    stage.answers = { '/api/v1/events': toPage(data) };
    await mount([], { ...seller, role: 'events_manager' });
    const week = region('Next seven days');
    expect(await week.findByRole('heading', { name: 'Monday, Nov 23 · 1 event needs work' })).toBeTruthy();
    expect(stage.calls.filter((call) => call.includes('start_date=2026-11-21&end_date=2026-11-27'))).toHaveLength(1);
    expect(week.getByRole('link', { name: 'Dated School' }).getAttribute('href')).toBe(
      '/events?period=custom&start=2026-11-23&end=2026-11-23&event=3',
    );
    expect(week.getByText('9:00 AM AZ-MST · Robots')).toBeTruthy();
    expect(week.getByText('1 of 1 event needs work.')).toBeTruthy();
    expect(week.queryByText(/Undated|Canceled/)).toBeNull();
    // While it is unknown whether set-up is required, the event has to be opened.
    expect(week.getByRole('button', { name: 'Mark reviewed: Reviewed, Dated School' })).toBeTruthy();
    expect(week.getAllByRole('link', { name: /Dated School|Open/ })).toHaveLength(1);
    expect(week.queryByText(/starts on/)).toBeNull();
  });

  it('decisions 3.02: counts the cards again after a task of the week is done', async () => {
    const reviewed = event('3', 'Dated School', {}, { time: '2026-11-23T16:00:00Z' });
    stage.answers = { '/api/v1/events': toPage([reviewed]), '/api/v1/events/3': reviewed };
    await mount([], { ...seller, role: 'events_manager' });
    const counted = () => stage.calls.filter((call) => /limit=1(&|$)/.test(call)).length;
    fireEvent.click(await screen.findByRole('button', { name: 'Mark reviewed: Reviewed, Dated School' }));
    await waitFor(() => expect(counted()).toBe(2));
  });
});
