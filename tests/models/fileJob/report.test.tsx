import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Report } from '../../../contract/entities/report.ts';
import { messages } from '../../../contract/messages.ts';
import type { fileJobMachine } from '../../../src/machines/jobs/fileJob.machine.ts';
import GenerateDialog from '../../../src/screens/reports/parts/GenerateDialog.tsx';
import type { Reports } from '../../../src/screens/reports/useReports.ts';
import type { ReportsService } from '../../../src/services/reports.ts';
import { user } from '../session/cases.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import type { MachineCases } from '../support/walk.ts';
import { statement } from './cases.ts';

const saved = vi.hoisted(() => vi.fn());
vi.mock('../../../src/services/browser.ts', async (original) => ({ ...(await original<object>()), saveFile: saved }));
vi.mock('../../../src/screens/reports/useReaders.ts', () => ({ useReaders: () => [{ value: '7', label: 'Sam Sales' }] }));

const body = {
  type: 'quota_tracking',
  format: 'CSV',
  start_date: '2026-10-01',
  end_date: '2026-10-31',
  user_ids: ['7'],
  email_when_complete: true,
};
const report = (status: Report['status']): Partial<Report> => ({
  id: '12',
  status,
  name: 'Quota Tracking, October 2026',
  file_name: 'quota-tracking-october-2026.csv',
  progress: status === 'processing' ? { done: 500, total: 2000 } : null,
  error: status === 'failed' ? 'The server has no room left.' : null,
});
/** The dialog of a report has no earlier files. */
const ofReports: MachineCases<typeof fileJobMachine> = {
  ...statement,
  inputs: [messages.reportJob],
  cases: {
    ...statement.cases,
    'file.open': [],
    'file.request': [{ body }],
    'xstate.done.actor.checkJob': [
      { output: report('processing') },
      { output: report('completed') },
      { output: report('failed') },
    ] as never,
  },
};
const jobs = createJobs();
const press = (name: string) => () => void fireEvent.click(screen.getByRole('button', { name }));
const button = (name: string) => screen.queryByRole('button', { name });
const type = (label: string, value: string): void => void fireEvent.change(screen.getByLabelText(label), { target: { value } });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const noEarlierJobs = 'the dialog of a report asks for new ones only; earlier ones stand in the list';
describeScreen({
  of: ofReports,
  unreachable: Object.fromEntries(
    ['completed', 'editing', 'failed'].flatMap((state) => [
      [`fileJob.${state} --file.open[0]--> fileJob.downloading`, noEarlierJobs],
      [`fileJob.${state} --file.open[1]--> fileJob.weighing`, noEarlierJobs],
    ]),
  ),
  mount: async () => {
    jobs.reset();
    saved.mockClear();
    const observer = createObserver(ofReports.machine);
    const app = await createStage({ features: ['reports'], user, inspect: observer.inspect });
    const service: Partial<ReportsService> = {
      request: (request) => jobs.start('requestJob', request),
      one: (id) => jobs.start('checkJob', id),
      retry: (id) => jobs.start('retryJob', id),
      file: (id) => jobs.start('downloadFile', id),
    };
    const reports = { isLive: true, service, requested: () => {}, act: { close: () => {} } } as unknown as Reports;
    await act(async () => {
      render(
        <Stage app={app}>
          <GenerateDialog reports={reports} />
        </Stage>,
      );
    });
    type('Type', body.type);
    type('Start date', body.start_date);
    type('End date', body.end_date);
    type('Format', body.format);
    type('People', '7');
    fireEvent.click(screen.getByLabelText('Email me when the report is complete'));
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (!(await jobs.settle(event))) await vi.advanceTimersByTimeAsync(1000);
      },
    };
  },
  gestures: {
    'file.request': async () => {
      press('Generate')();
      // The form validates first.
      await act(async () => void (await vi.advanceTimersByTimeAsync(0)));
    },
    'file.retry': press('Try again'),
    'file.download': press('Download'),
    'file.restart': press('Another report'),
  },
  shows: (model) => {
    const { job, error } = model.context;
    if (model.matches('requesting')) expect(jobs.calls.at(-1)?.input).toEqual(body);
    expect(screen.queryByRole('alert')?.textContent ?? null).toBe(error);
    expect(button('Generate') !== null).toBe(model.matches('editing'));
    expect(button('Download') !== null).toBe(model.matches('completed'));
    expect(button('Try again') !== null).toBe(model.matches('failed') || model.matches('unanswered'));
    expect(button('Another report') !== null).toBe(model.matches('failed') || model.matches('completed'));
    const status = screen.getByRole('status').textContent;
    if (model.matches('waiting') && job)
      expect(status).toBe(job.status === 'processing' ? 'Writing the report: 500 of at most 2,000 rows' : 'Waiting for its turn…');
    if (model.matches('completed') && saved.mock.calls.length > 0)
      expect(saved.mock.calls.at(-1)?.[0]).toBe('quota-tracking-october-2026.csv');
  },
});
