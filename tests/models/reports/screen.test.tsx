import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { Report } from '../../../contract/entities/report.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import ReportsScreen from '../../../src/screens/reports/index.tsx';
import { user } from '../session/cases.ts';
import { settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { reports } from './cases.ts';

const t = messages.reports;
const done: Report = {
  id: '12',
  name: 'Quota Tracking, October 2026',
  type: 'quota_tracking',
  created_by: 'Vic Vance',
  created_at: '2026-11-21T12:00:00Z',
  status: 'completed',
  size: 12_900,
  format: 'CSV',
  start_date: '2026-10-01',
  end_date: '2026-10-31',
  people: [],
  rows: 40,
  progress: null,
  file_name: 'quota-tracking-october-2026.csv',
  error: null,
  email_when_complete: false,
  schedule_id: null,
  version: 1,
  actions: ['download', 'remove'],
};
const queued: Report = { ...done, status: 'queued', size: null, rows: null, file_name: null, actions: [] };
const server = vi.hoisted(() => ({ rows: [] as unknown[], looks: 0, requests: 0 }));
vi.mock('../../../src/screens/reports/useReaders.ts', () => ({ useReaders: () => [] }));
vi.mock('../../../src/services/reports.ts', () => ({
  createReports: () => ({
    page: async () => {
      server.looks += 1;
      return { data: server.rows, pagination: { cursor: null, limit: 25, total: server.rows.length } };
    },
    request: async () => {
      server.requests += 1;
      return { id: '12', status: 'queued' };
    },
  }),
}));
beforeAll(async () => void (await import('../../../src/screens/reports/parts/GenerateDialog.tsx')));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
/** Reloads the list for a reason other than time: the user selects another format. */
const reloadList = async (rows: readonly Report[]): Promise<void> => {
  server.rows = [...rows];
  const format = screen.getByLabelText(t.format) as HTMLSelectElement;
  await act(async () => void fireEvent.change(format, { target: { value: format.value === '' ? 'CSV' : '' } }));
  await settle();
};

describeScreen({
  of: reports,
  mount: async () => {
    server.rows = [done];
    window.history.replaceState(null, '', '/reports');
    const observer = createObserver(reports.machine);
    const app = await createStage({ features: ['reports'], inspect: observer.inspect, user: { ...user, role: 'vp_sales' } });
    await act(async () => {
      render(
        <Stage app={app}>
          <ReportsScreen />
        </Stage>,
      );
    });
    await settle();
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async () => {
        const { looks } = server;
        await vi.advanceTimersByTimeAsync(limits.reports.pollMs - 1);
        expect(server.looks).toBe(looks);
        await vi.advanceTimersByTimeAsync(1);
        expect(server.looks).toBe(looks + 1);
      },
    };
  },
  gestures: {
    'work.seen': () => reloadList([queued]),
    'work.ended': () => reloadList([done]),
    'report.requested': async () => {
      const { looks, requests } = server;
      await press(t.generate);
      await press(t.form.submit);
      await settle();
      // The dialog's close icon and its button have the same name.
      await act(async () => void fireEvent.click(screen.getAllByRole('button', { name: messages.close })[0] as HTMLElement));
      // The list contains the new report without waiting for the next poll.
      expect([server.looks, server.requests]).toEqual([looks + 1, requests + 1]);
    },
  },
  shows: (model) => {
    const grid = within(screen.getByRole('grid', { name: t.label }));
    expect(grid.queryByText('Queued') !== null).toBe(model.matches('watching'));
    expect(grid.queryByText('Completed') !== null).toBe(model.matches('resting'));
    // A report in progress can't be downloaded or deleted.
    const actions = grid.queryAllByRole('button', { name: /^(Download|Delete): / });
    expect(actions).toHaveLength(model.matches('watching') ? 0 : 2);
  },
});
