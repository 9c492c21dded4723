import type { KyselyPlugin } from 'kysely';

/** Lets others `pass` after each statement, within transactions too: what people lack there is a processor. */
export const passing = (pass: () => Promise<void>): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await pass();
    return result;
  },
});
