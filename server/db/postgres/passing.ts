import type { KyselyPlugin } from 'kysely';

/** Lets others `pass` after each statement: on a server they take a processor from each other, not the connection. */
export const passing = (pass: () => Promise<void>): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await pass();
    return result;
  },
});
