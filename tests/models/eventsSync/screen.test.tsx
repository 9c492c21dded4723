import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { fromPromise } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import { mountView, type ViewProps } from '../events/mountView.tsx';
import { createJobs } from '../support/jobs.ts';
import { describeScreen } from '../support/screenWalk.tsx';
import { eventsSync } from './cases.ts';

let readings = 0;
let failures = 0;

function View({ snapshot, send }: ViewProps) {
  const event = { type: 'sync.start' };
  return (
    <button type="button" disabled={!snapshot.can(event)} onClick={() => send(event)}>
      {snapshot.hasTag('busy') ? messages.events.syncing : messages.events.sync}
    </button>
  );
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describeScreen({
  of: eventsSync,
  mount: async () => {
    const jobs = createJobs();
    [readings, failures] = [0, 0];
    const machine = eventsSync.machine.provide({
      actors: { startSync: fromPromise(() => jobs.start<void>('startSync')) },
      actions: {
        relaySettled: () => {
          readings += 1;
        },
        logFailure: () => {
          failures += 1;
        },
      },
    });
    return mountView({
      machine,
      input: undefined,
      View,
      perform: async (event) => {
        if (await jobs.settle(event)) return;
        const before = readings;
        await vi.advanceTimersByTimeAsync(1999);
        expect(readings).toBe(before);
        await vi.advanceTimersByTimeAsync(1);
      },
    });
  },
  gestures: { 'sync.start': () => void fireEvent.click(screen.getByRole('button', { name: 'Sync Events' })) },
  shows: (model) => {
    // spec 2.47: the button is disabled while syncing, and says so.
    const button = screen.getByRole('button') as HTMLButtonElement;
    expect([button.disabled, button.textContent]).toEqual(model.matches('idle') ? [false, 'Sync Events'] : [true, 'Syncing...']);
    if (model.matches('syncing')) expect(failures).toBe(0);
  },
});
