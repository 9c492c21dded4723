import { act, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import type { AnyEventObject } from 'xstate';
import type { createObserver, Mounted } from './screenWalk.tsx';

/** Resolves once pending promises and effects are done. */
export const settle = () => act(async () => void (await new Promise((resolve) => setImmediate(resolve))));

/** Mounts a screen. @param jobs settle the calls that it makes */
export const mountScreen = async (
  { snapshot, walked }: Pick<ReturnType<typeof createObserver>, 'snapshot' | 'walked'>,
  jobs: Readonly<{ settle: (event: AnyEventObject) => Promise<unknown> }>,
  screen: ReactElement,
): Promise<Mounted> => {
  await act(async () => void render(screen));
  return {
    snapshot,
    walked,
    perform: async (event) => {
      await jobs.settle(event);
      await settle();
    },
  };
};
