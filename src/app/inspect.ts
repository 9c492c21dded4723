import type { ActorOptions, AnyActorLogic } from 'xstate';

export type Inspect = NonNullable<ActorOptions<AnyActorLogic>['inspect']>;

/** `?inspect` in development opens the live inspector; a production build has none of it. */
export const openInspector = async (): Promise<Inspect | undefined> => {
  if (!import.meta.env.DEV || !new URLSearchParams(window.location.search).has('inspect')) return undefined;
  const { createBrowserInspector } = await import('@statelyai/inspect');
  return createBrowserInspector().inspect;
};
