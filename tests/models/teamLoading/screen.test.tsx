import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { TeamProgress } from '../../../src/screens/teamDashboard/parts/TeamProgress.tsx';
import { mountView, type ViewProps } from '../events/mountView.tsx';
import { createJobs } from '../support/jobs.ts';
import { describeScreen } from '../support/screenWalk.tsx';
import { teamLoading } from './cases.ts';

let jobs = createJobs();
let sendToActor: ((event: AnyEventObject) => void) | null = null;

/** The Team Dashboard's display while people's figures load. */
function View({ actor }: ViewProps) {
  return <TeamProgress actor={actor as never} />;
}

describeScreen({
  of: teamLoading,
  mount: async () => {
    jobs = createJobs();
    const machine = teamLoading.machine.provide({
      actors: {
        loadPeople: fromPromise(({ input }) => jobs.start<readonly string[]>('loadPeople', input)),
        askPeople: fromCallback(({ sendBack, self }) => {
          sendToActor = (event) => (event.type.startsWith('xstate.') ? self._parent?.send(event) : sendBack(event as never));
          return () => {
            sendToActor = null;
          };
        }),
      },
    });
    return mountView({
      machine,
      input: undefined,
      View,
      perform: async (event) => {
        if (event.type.endsWith('loadPeople')) await jobs.settle(event);
        else sendToActor?.(event);
      },
    });
  },
  gestures: {},
  shows: (model) => {
    const { people, figures } = model.context;
    const words = `${Object.keys(figures).length} of ${people.length} people`;
    expect(screen.queryByRole('progressbar')?.getAttribute('aria-valuetext')).toBe(model.matches('loading') ? words : undefined);
  },
});
