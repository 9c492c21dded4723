import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import EventsScreen from '../../../src/screens/events/index.tsx';
import { event } from '../eventEdit/cases.ts';
import { user } from '../session/cases.ts';
import { isDisabled } from '../support/disabled.ts';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { eventsSync } from './cases.ts';

const stub = vi.hoisted(() => ({ jobs: undefined as unknown as ReturnType<typeof Jobs>, readings: 0, row: {} as object }));
vi.mock('../../../src/services/events.ts', () => ({
  createEvents: () => ({
    page: async () => {
      stub.readings += 1;
      return { data: [stub.row], pagination: { cursor: null, limit: 50, total: 1 }, summary: {} };
    },
    sync: async () => runOf((await stub.jobs.start('startSync')) as Progress),
    syncState: async () => runOf((await stub.jobs.start('readSync')) as Progress),
  }),
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // spec 8.15: a failed sync is only logged.
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Progress = Readonly<{ id: string; open: boolean; done: number; total: number | null }> | null;
/** A run as the server returns it. */
function runOf(progress: Progress) {
  return progress ? { ...progress, status: progress.open ? 'processing' : 'completed', message: 'Syncing.' } : undefined;
}
const settle = () => new Promise((resolve) => setImmediate(resolve));
describeScreen({
  of: eventsSync,
  mount: async () => {
    stub.jobs = createJobs();
    stub.readings = 0;
    stub.row = event;
    const observer = createObserver(eventsSync.machine);
    const app = await createStage({ inspect: observer.inspect, user: { ...user, role: 'events_manager' }, features: ['events-sync'] });
    await act(async () => {
      render(
        <Stage app={app}>
          <EventsScreen />
        </Stage>,
      );
      await settle();
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (outsideEvent) => {
        if (await stub.jobs.settle(outsideEvent)) return;
        const before = stub.readings;
        const isPause = outsideEvent.type.includes('pausing');
        await vi.advanceTimersByTimeAsync(isPause ? 999 : 1999);
        expect(stub.readings).toBe(before);
        await vi.advanceTimersByTimeAsync(1);
        await settle();
      },
    };
  },
  gestures: { 'sync.start': () => void fireEvent.click(screen.getByRole('button', { name: 'Sync Events' })) },
  shows: (model) => {
    // spec 2.47: during a sync the button is disabled and labeled accordingly, with the progress if known.
    const button = screen.getByRole('button', { name: /^Sync/ });
    const { progress } = model.context;
    const words = progress?.total ? `Syncing… ${progress.done} of ${progress.total}` : 'Syncing…';
    expect([isDisabled(button), button.textContent]).toEqual(model.matches('idle') ? [false, 'Sync Events'] : [true, words]);
  },
});
