import type { ActorOptions, AnyActorLogic } from 'xstate';
import { toSafeCopy } from './withoutSecrets.ts';

export type Inspect = NonNullable<ActorOptions<AnyActorLogic>['inspect']>;
type Recipient = Readonly<{ postMessage: (message: unknown, targetOrigin: string) => void }>;
/** The parts of `window` the inspector uses. */
type PageWindow = Readonly<{
  open: (url: string, name: string) => Recipient | null;
  addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void;
}>;

const INSPECTOR = 'https://stately.ai/inspect';
const { origin } = new URL(INSPECTOR);

/** A window for the inspector that exchanges messages only with the inspector's origin. */
export const createWindowFor = (page: PageWindow): PageWindow => ({
  open: (url, name) => {
    const inspectorWindow = page.open(url, name);
    return inspectorWindow && { postMessage: (message) => inspectorWindow.postMessage(message, origin) };
  },
  addEventListener: (type, listener) =>
    page.addEventListener(type, (event) => {
      if (event.origin === origin) listener(event);
    }),
});

/** In development, `?inspect` opens the live inspector, a third-party site; production builds exclude it. */
export const openInspector = async (): Promise<Inspect | undefined> => {
  if (!import.meta.env.DEV || !new URLSearchParams(window.location.search).has('inspect')) return undefined;
  const { createBrowserInspector } = await import('@statelyai/inspect');
  return createBrowserInspector({
    url: INSPECTOR,
    window: createWindowFor(window as unknown as PageWindow) as unknown as Window,
    serialize: toSafeCopy,
  }).inspect;
};
