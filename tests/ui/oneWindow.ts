import { builtinEnvironments, type Environment } from 'vitest/environments';

/** One window for all files of a worker: creating one costs as much as running most files that use it. */
const shared: { window?: unknown } = {};

/** Otherwise an unprevented link would replace the window's document some time later. */
const STAYS = { navigation: { disableMainFrameNavigation: true, disableChildFrameNavigation: true, disableFallbackToSetURL: true } };

export default {
  name: 'one-window',
  viteEnvironment: 'client',
  setup: async (global, options) => {
    shared.window ??= await builtinEnvironments['happy-dom'].setup(global, { ...options, happyDOM: { settings: STAYS } });
    return { teardown: () => {} };
  },
} satisfies Environment;
