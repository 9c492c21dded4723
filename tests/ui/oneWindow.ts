import { builtinEnvironments, type Environment } from 'vitest/environments';

/** One window for all files of a worker: making one costs as much as most of the files that look at it. */
const known: { window?: unknown } = {};

/** A link that nothing prevents would replace the window's document, some time later. */
const STAYS = { navigation: { disableMainFrameNavigation: true, disableChildFrameNavigation: true, disableFallbackToSetURL: true } };

export default {
  name: 'one-window',
  viteEnvironment: 'client',
  setup: async (global, options) => {
    known.window ??= await builtinEnvironments['happy-dom'].setup(global, { ...options, happyDOM: { settings: STAYS } });
    return { teardown: () => {} };
  },
} satisfies Environment;
