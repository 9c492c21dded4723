import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import StatementDialog from '../../../src/screens/commissions/statements/StatementDialog.tsx';
import { isDisabled } from '../support/disabled.ts';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { body, job, statement } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/statements.ts', () => ({
  createStatements: () => ({
    list: () => Promise.resolve(past.list),
    request: (request: unknown) => jobs.current.start('requestJob', request),
    check: (id: string) => jobs.current.start('checkJob', id),
    retry: (id: string) => jobs.current.start('retryJob', id),
    file: (id: string) => jobs.current.start('downloadFile', id),
  }),
}));
const past = vi.hoisted(() => ({ list: [] as unknown[] }));
const saved = vi.hoisted(() => vi.fn());
vi.mock('../../../src/services/browser.ts', async (original) => ({ ...(await original<object>()), saveFile: saved }));

const gone = 'This file was deleted 90 days after it was written. Request the statement again.';
const press = (name: string) => () => void fireEvent.click(screen.getByRole('button', { name }));
const button = (name: string) => screen.queryByRole('button', { name });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describeScreen({
  of: statement,
  mount: async () => {
    jobs.current = createJobs();
    saved.mockClear();
    past.list = [
      job('completed'),
      { ...job('failed'), id: '13', user_name: 'Ann Able' },
      { ...job('completed'), id: '14', file_name: null, error: gone },
    ];
    const observer = createObserver(statement.machine);
    const app = await createStage({ features: ['statements'], inspect: observer.inspect });
    const people = [
      { value: '7', label: 'Sam Sales' },
      { value: '8', label: 'Ann Able' },
    ];
    await act(async () => {
      render(
        <Stage app={app}>
          <StatementDialog range={{ start_date: body.start_date, end_date: body.end_date }} people={people} onClose={() => {}} />
        </Stage>,
      );
    });
    fireEvent.change(screen.getByLabelText('Person'), { target: { value: body.user_id } });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (!(await jobs.current.settle(event))) await vi.advanceTimersByTimeAsync(1000);
      },
    };
  },
  gestures: {
    'file.request': async () => {
      press('Generate')();
      // The form validates first.
      await act(async () => void (await vi.advanceTimersByTimeAsync(0)));
    },
    'file.open': ({ job: { status } }) =>
      press(`${status === 'completed' ? 'Download Sam Sales' : 'Show Ann Able'}, Nov 1, 2026 – Nov 30, 2026, PDF`)(),
    'file.retry': press('Try again'),
    'file.download': press('Download'),
    'file.restart': press('Another statement'),
  },
  shows: (model) => {
    const { job, error } = model.context;
    if (model.matches('requesting')) expect(jobs.current.calls.at(-1)?.input).toEqual(body);
    expect(screen.queryByRole('alert')?.textContent ?? null).toBe(error);
    // A job whose file was deleted is labeled as such and can't be opened.
    expect(screen.getByText(gone)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^(Download|Show) / }).map((item) => item.hasAttribute('disabled'))).toEqual(
      Array.from({ length: 2 }, () => !['editing', 'completed', 'failed'].includes(String(model.value))),
    );
    // Each button is shown only while it has an effect, so nothing is requested twice.
    expect(isDisabled(button('Generate'))).toBe(model.matches('editing') ? false : model.matches('requesting') ? true : null);
    expect(button('Download') !== null).toBe(model.matches('completed'));
    expect(button('Try again') !== null).toBe(model.matches('failed') || model.matches('unanswered'));
    expect(button('Another statement') !== null).toBe(model.matches('failed') || model.matches('completed'));
    expect(screen.queryByRole('progressbar') !== null).toBe(
      ['requesting', 'waiting', 'checking', 'retrying'].includes(String(model.value)),
    );
    const status = screen.getByRole('status').textContent;
    if (model.matches('waiting')) expect(status).toBe(job.status === 'processing' ? 'Writing the statement…' : 'Waiting for its turn…');
    if (model.matches('completed')) expect(status).toBe('statement-sam.pdf is ready.');
    if (model.matches('completed') && saved.mock.calls.length > 0) expect(saved.mock.calls.at(-1)?.[0]).toBe('statement-sam.pdf');
  },
});
