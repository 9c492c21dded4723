import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import StatementDialog from '../../../src/screens/commissions/parts/StatementDialog.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { body, statement } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/statements.ts', () => ({
  createStatements: () => ({
    request: (asked: unknown) => jobs.current.start('requestStatement', asked),
    check: (id: string) => jobs.current.start('checkStatement', id),
    retry: (id: string) => jobs.current.start('retryStatement', id),
    file: (id: string) => jobs.current.start('downloadFile', id),
  }),
}));
const saved = vi.hoisted(() => vi.fn());
vi.mock('../../../src/services/browser.ts', async (original) => ({ ...(await original<object>()), saveFile: saved }));

const press = (name: string) => () => void fireEvent.click(screen.getByRole('button', { name }));
const button = (name: string) => screen.queryByRole('button', { name });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describeScreen({
  of: statement,
  mount: async () => {
    jobs.current = createJobs();
    saved.mockClear();
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
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (!(await jobs.current.settle(event))) await vi.advanceTimersByTimeAsync(1000);
      },
    };
  },
  gestures: {
    'statement.request': press('Generate'),
    'statement.retry': press('Try again'),
    'statement.download': press('Download'),
    'statement.restart': press('Another statement'),
  },
  shows: (model) => {
    const { job, error } = model.context;
    if (model.matches('requesting')) expect(jobs.current.calls.at(-1)?.input).toEqual(body);
    expect(screen.queryByRole('alert')?.textContent ?? null).toBe(error);
    // Nothing is asked twice: each button is there only while it leads somewhere.
    expect(button('Generate')?.hasAttribute('disabled') ?? null).toBe(
      model.matches('editing') ? false : model.matches('requesting') ? true : null,
    );
    expect(button('Download') !== null).toBe(model.matches('completed'));
    expect(button('Try again') !== null).toBe(model.matches('failed') || model.matches('unanswered'));
    expect(button('Another statement') !== null).toBe(model.matches('failed') || model.matches('completed'));
    const said = screen.getByRole('status').textContent;
    if (model.matches('waiting')) expect(said).toBe(job.status === 'processing' ? 'Writing the statement...' : 'Waiting for its turn...');
    if (model.matches('completed')) expect(said).toBe('statement-sam.pdf is ready.');
    if (model.matches('completed') && saved.mock.calls.length > 0) expect(saved.mock.calls.at(-1)?.[0]).toBe('statement-sam.pdf');
  },
});
