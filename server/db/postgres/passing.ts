import type { KyselyPlugin } from 'kysely';

/** Calls `pass` after each statement, within transactions too: the CPU is the bottleneck. */
export const passing = (pass: () => Promise<void>): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await pass();
    return result;
  },
});
