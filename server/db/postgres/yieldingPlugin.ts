import type { KyselyPlugin } from 'kysely';

/** Calls `yieldToRequests` after each statement, within transactions too: the CPU is the bottleneck. */
export const yieldingPlugin = (yieldToRequests: () => Promise<void>): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await yieldToRequests();
    return result;
  },
});
