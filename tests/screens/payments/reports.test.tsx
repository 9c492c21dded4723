import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Report, ReportSchedule } from '../../../contract/entities/report.ts';
import type { User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import ReportsScreen from '../../../src/screens/reports/index.tsx';
import { user as someone } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

type Call = Readonly<{ path: string; method: string; query: Record<string, unknown>; body: unknown }>;
let calls: Call[];
let app: App;
beforeEach(() => {
  calls = [];
  window.history.replaceState(null, '', '/reports');
});
afterEach(cleanup);

const base: Report = {
  id: '12',
  name: 'Commission Summary, October 2026',
  type: 'commission_summary',
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
  file_name: 'commission-summary-october-2026.csv',
  error: null,
  email_when_complete: false,
  schedule_id: null,
  version: 1,
  actions: ['download', 'remove'],
};
const writing: Report = {
  ...base,
  id: '13',
  name: 'Quota Tracking, 2026',
  status: 'processing',
  size: null,
  rows: null,
  progress: { done: 250, total: 1000 },
  actions: [],
};
const failed: Report = {
  ...base,
  id: '14',
  name: 'Pipeline Report, Q4 2026',
  status: 'failed',
  size: null,
  error: 'The server has no room left.',
  actions: ['retry', 'remove'],
};
const schedule: ReportSchedule = {
  id: '3',
  type: 'quota_tracking',
  format: 'PDF',
  every: 'week',
  people: [],
  email_when_complete: true,
  active: false,
  paused_reason: 'Paused: Mia Moore can no longer read reports.',
  next_at: null,
  created_by: 'Mia Moore',
  version: 4,
};
const answers: Record<string, unknown> = {
  '/api/v1/reports': { data: [base, writing, failed], pagination: { cursor: null, limit: 25, total: 3 } },
  '/api/v1/reports/14/retry': { id: '14', status: 'queued' },
  '/api/v1/reports/14': failed,
  '/api/v1/report-schedules': { data: [schedule] },
  '/api/v1/users': { data: [], pagination: { cursor: null, limit: 500, total: 0 } },
};
const show = async (features: readonly string[]) => {
  app = await createStage({ features, user: { ...someone, role: 'vp_sales' } as User });
  const http = (
    path: string,
    { method = 'GET', query = {}, body }: { method?: string; query?: Record<string, unknown>; body?: unknown } = {},
  ) => {
    calls.push({ path, method, query, body });
    return Promise.resolve(answers[path] ?? {});
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as unknown as App['http'] }}>
        <ReportsScreen />
      </Stage>,
    );
  });
};
const settle = () => act(async () => {});

describe('spec 2.59: reports', () => {
  it('have a status, a size and the current actions', async () => {
    await show(['reports', 'report-schedules']);
    const grid = await screen.findByRole('grid', { name: 'Recent reports' });
    expect(await within(grid).findByText('12.6 KB')).toBeDefined();
    expect(within(grid).getByText('Processing, 25.0%')).toBeDefined();
    expect(within(grid).getByRole('button', { name: 'Download: Commission Summary, October 2026' })).toBeDefined();
    expect(within(grid).queryByRole('button', { name: /^(Download|Retry|Delete): Quota Tracking, 2026$/ })).toBeNull();
    fireEvent.click(within(grid).getByRole('button', { name: 'Retry: Pipeline Report, Q4 2026' }));
    await settle();
    expect(calls.find(({ method }) => method === 'POST')?.path).toBe('/api/v1/reports/14/retry');
  });

  it('sends filters to the server and keeps them in the URL', async () => {
    await show(['reports']);
    await screen.findByRole('grid', { name: 'Recent reports' });
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'failed' } });
    await settle();
    expect(calls.at(-1)?.query).toMatchObject({ status: 'failed', sort_field: 'created_at', sort_direction: 'desc' });
    expect(window.location.search).toContain('status=failed');
  });

  it('decisions 5.02: a notice links to its own report, and a deletion needs confirmation', async () => {
    window.history.replaceState(null, '', '/reports?report=14');
    await show(['reports']);
    const panel = await screen.findByRole('dialog', { name: 'Pipeline Report, Q4 2026' });
    expect(within(panel).getByText('The server has no room left.')).toBeDefined();
    fireEvent.click(within(panel).getByRole('button', { name: 'Delete' }));
    await settle();
    expect(app.confirmation.getSnapshot().context.question).toMatchObject({ title: 'Delete Pipeline Report, Q4 2026?' });
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await act(async () => app.confirmation.send({ type: 'question.accept', reason: '' }));
    expect(calls.find(({ method }) => method === 'DELETE')?.path).toBe('/api/v1/reports/14');
  });

  it('decisions 2.18: a paused schedule says why and can be resumed; a new one says how often it runs', async () => {
    window.history.replaceState(null, '', '/reports?schedules=all');
    await show(['reports', 'report-schedules']);
    const grid = await screen.findByRole('grid', { name: 'Report Schedules' });
    expect(await within(grid).findByText('Paused: Mia Moore can no longer read reports.')).toBeDefined();
    fireEvent.click(within(grid).getByRole('button', { name: 'Resume: Quota Tracking, Every Monday' }));
    await settle();
    expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/api/v1/report-schedules/3',
      body: { version: 4, active: true },
    });
    fireEvent.click(screen.getByRole('button', { name: 'New Schedule' }));
    const form = await screen.findByRole('dialog', { name: 'New Schedule' });
    fireEvent.change(within(form).getByLabelText('Repeats'), { target: { value: 'day' } });
    expect(within(form).getByText('Covers the day before.')).toBeDefined();
    fireEvent.click(within(form).getByRole('button', { name: 'Save Schedule' }));
    await settle();
    await settle();
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ type: 'commission_summary', every: 'day', format: 'PDF' });
    expect(screen.queryByRole('dialog', { name: 'New Schedule' })).toBeNull();
  });

  it.each([
    ['Generate Report', '/reports', 'Leave without generating the report?'],
    ['New Schedule', '/reports?schedules=all', 'Leave without saving the schedule?'],
  ])('decisions 8.02: Cancel asks before it drops the choices in %s, and only then', async (name, address, question) => {
    window.history.replaceState(null, '', address);
    const confirm = vi.fn().mockReturnValueOnce(false).mockReturnValue(true);
    vi.stubGlobal('confirm', confirm);
    await show(['reports', 'report-schedules']);
    const open = async () => {
      fireEvent.click(await screen.findByRole('button', { name }));
      return screen.findByRole('dialog', { name });
    };
    const cancel = async (form: HTMLElement) => {
      fireEvent.click(within(form).getByRole('button', { name: 'Cancel' }));
      await settle();
    };
    await cancel(await open());
    expect(confirm).not.toHaveBeenCalled();
    const form = await open();
    fireEvent.change(within(form).getByLabelText('Format'), { target: { value: 'CSV' } });
    await cancel(form);
    expect(confirm).toHaveBeenCalledWith(question);
    expect(within(form).getByLabelText<HTMLSelectElement>('Format').value).toBe('CSV');
    await cancel(form);
    expect(screen.queryByRole('dialog', { name })).toBeNull();
    vi.unstubAllGlobals();
  });

  it('decisions 1.02, spec 3.21, 7.36: without the feature, shows the specified sample, tagged, and makes no call', async () => {
    await show([]);
    expect(await screen.findByText('Sample data')).toBeDefined();
    const grid = await screen.findByRole('grid', { name: 'Recent reports' });
    expect(await within(grid).findByText('Monthly Commission Summary')).toBeDefined();
    for (const status of ['Completed', 'Processing', 'Failed', 'Queued'])
      expect(within(grid).getAllByText(status).length).toBeGreaterThan(0);
    fireEvent.click(within(grid).getByRole('button', { name: 'Download: Monthly Commission Summary' }));
    fireEvent.click(screen.getByRole('button', { name: 'Generate Report' }));
    const form = await screen.findByRole('dialog', { name: 'Generate Report' });
    expect(within(form).getByRole('button', { name: 'Generate' }).hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Schedules' })).toBeNull();
    expect(calls).toEqual([]);
  });
});
