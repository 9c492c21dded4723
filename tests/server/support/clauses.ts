import { createClosingCompany } from './worlds/closing.ts';

/** A company whose plan the tests change clause by clause, with finance and a token per person valid for one test. */
export const createClauseCompany = async () => {
  const company = await createClosingCompany();
  const { server, facts, save } = company;
  await server.add({ email: 'fin@example.test', role: 'finance', first_name: 'fin' });
  const tokens = new Map<string, string>();
  const tokenOf = async (name: string): Promise<string> => {
    if (!tokens.has(name)) tokens.set(name, (await server.signIn(`${name}@example.test`)).access_token);
    return tokens.get(name)!;
  };
  const as = async (name: string, method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH', url: string, body?: object) =>
    server.call(method, `/api/v1${url}`, { token: await tokenOf(name), ...(body ? { body } : {}) });
  return {
    ...company,
    as,
    tokenOf,
    plan: (overrides: object) => save({ plans: [{ id: 'default', ...overrides }] }),
    recordsOf: async (invoice: number) =>
      (await facts.recordsOf(invoice)).map(({ user_id, net_cents, amount_cents, share_ppm, credit }) => [
        user_id,
        net_cents,
        amount_cents,
        share_ppm,
        credit,
      ]),
    idOf: async (invoice: number, user: number) => (await facts.recordsOf(invoice)).find(({ user_id }) => user_id === user)!.id,
    why: async (record: number) => (await as('ada', 'GET', `/commissions/${record}/explain`)).json(),
    /** Sets the clock, by default to May 20, 2026, and signs everyone in again. */
    newDay: (instant = '2026-05-20T18:00:00Z') => {
      server.clock.set(instant);
      tokens.clear();
    },
  };
};
