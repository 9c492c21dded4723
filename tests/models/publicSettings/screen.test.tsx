import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { useCompanyName, useFeature } from '../../../src/app/context.ts';
import { DocumentTitle } from '../../../src/app/DocumentTitle.tsx';
import { Guard } from '../../../src/app/Guard.tsx';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { publicSettings } from './cases.ts';

let jobs = createJobs();
let settings: ReturnType<typeof createActor<typeof publicSettings.machine>>;
/** The server's most recent response. */
let answer: { name: string; sessions: boolean } = { name: 'Company', sessions: false };
let isWaiting = true;

function Inside() {
  const name = useCompanyName();
  const sessions = useFeature('sessions');
  return (
    <main>
      <h1>{name}</h1>
      {sessions && <p>Sessions</p>}
    </main>
  );
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Spec 1.03, 2.19, 9.02 and decisions 1.02: the guarded app under the company's name. */
describeScreen({
  of: publicSettings,
  mount: async () => {
    vi.useRealTimers();
    const app = await createStage();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    jobs = createJobs();
    answer = { name: 'Company', sessions: false };
    isWaiting = true;
    const observer = createObserver(publicSettings.machine);
    settings = createActor(publicSettings.machine.provide({ actors: { loadSettings: fromPromise(() => jobs.start('loadSettings')) } }), {
      inspect: observer.inspect,
    }).start();
    await act(async () => {
      render(
        <Stage app={{ ...app, settings }}>
          <DocumentTitle />
          <Guard>
            <Inside />
          </Guard>
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        isWaiting = false;
        if (!event.type.startsWith('xstate.')) settings.send(event as Parameters<typeof settings.send>[0]);
        else if (event.type.startsWith('xstate.after.settingsPatience')) await vi.advanceTimersByTimeAsync(3000);
        else if (event.type.startsWith('xstate.after.settingsRetry')) await vi.advanceTimersByTimeAsync(30_000);
        else await jobs.settle(event);
        if (event.type.startsWith('xstate.done.'))
          answer = event.output.companyName === 'Acme' ? { name: 'Acme', sessions: true } : { name: 'Company', sessions: false };
      },
      unmount: () => settings.stop(),
    };
  },
  gestures: {},
  shows: () => {
    // The app waits for the first response, at most three seconds.
    expect(screen.queryByRole('heading')?.textContent ?? null).toBe(isWaiting ? null : answer.name);
    expect(screen.queryByText('Sessions') !== null).toBe(!isWaiting && answer.sessions);
    expect(document.title).toContain(answer.name);
  },
});
