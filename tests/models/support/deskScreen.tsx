import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { createJobs } from './jobs.ts';
import { settle } from './mountScreen.tsx';
import { createObserver, type Mounted } from './screenWalk.tsx';
import { createStage, Stage } from './stage.tsx';

type Options = Readonly<{
  machine: AnyStateMachine;
  features: readonly string[];
  jobs: ReturnType<typeof createJobs>;
  children: ReactNode;
}>;

/** Mounts the screen of a desk. Its confirmation, the actor `confirm`, is answered in the app's own dialog. */
export const mountDesk = async ({ machine, features, jobs, children }: Options): Promise<Mounted> => {
  const { snapshot, walked, inspect } = createObserver(machine);
  const app = await createStage({ inspect, features });
  await act(async () => void render(<Stage app={app}>{children}</Stage>));
  return {
    snapshot,
    walked,
    perform: async (event) => {
      if (event.type === 'xstate.done.actor.confirm')
        app.confirmation.send(event.output ? { type: 'question.accept', reason: '' } : { type: 'question.reject' });
      else await jobs.settle(event);
      await settle();
    },
  };
};
