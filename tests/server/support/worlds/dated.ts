import { expect } from 'vitest';
import { createClosingCompany } from './closing.ts';

const plan = {
  id: 'sellers',
  name: 'Sellers',
  applies_to: { roles: ['salesperson'] },
  quota: { amount: 10_000_000 },
  team_override: { role: 'sales_manager', rate: 0.01 },
  rates: [{ match: { territory: ['West'] }, base_commission_rate: 0.07, over_quota_commission_rate: 0.07 }],
};
const managers = {
  id: 'managers',
  name: 'Managers',
  applies_to: { roles: ['sales_manager'] },
  base_commission_rate: 0.02,
  over_quota_commission_rate: 0.02,
};

/** On Nov 28, 2026, a company whose rates and overrides depend on the territory and the manager of the day. */
export const createDatedCompany = async () => {
  const company = await createClosingCompany();
  const { server, facts } = company;
  let access = '';
  let counter = 0;
  const day = async (date: string): Promise<void> => {
    server.clock.set(`${date}T18:00:00Z`);
    access = (await server.signIn('ada@example.test')).access_token;
  };
  const call = async (method: 'GET' | 'PUT' | 'POST', url: string, body?: object) =>
    server.call(method, `/api/v1${url}`, { token: access, ...(body ? { body } : {}) });
  await day('2026-11-28');
  await call('PUT', '/settings/general', {
    companyName: 'Acme',
    commissionsConfig: JSON.stringify({ books_begin_on: '2026-01-01', plans: [plan, managers] }),
  });
  return {
    ...company,
    day,
    call,
    /** The administrator's access token. */
    token: () => access,
    /** The first name of the latest seller. */
    latest: () => `s${counter}`,
    /** A seller used by no other test. */
    seller: async (overrides: object = {}): Promise<number> => {
      counter += 1;
      const person = {
        first_name: `s${counter}`,
        last_name: 'Dated',
        email: `s${counter}@example.test`,
        role: 'salesperson',
        ...overrides,
      };
      const answer = await call('POST', '/users', person);
      expect(answer.statusCode, answer.body).toBe(201);
      return Number(answer.json().id);
    },
    put: async (id: number, body: object) => {
      const answer = await call('PUT', `/users/${id}`, body);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    },
    refused: async (id: number, body: object): Promise<Record<string, string>> => {
      const answer = await call('PUT', `/users/${id}`, body);
      expect(answer.statusCode, answer.body).toBe(422);
      return answer.json().errors;
    },
    book: (salesperson_id: number, booking_date: string, dollars: number): Promise<number> =>
      facts.addInvoice({ salesperson_id, booking_date, net_cents: dollars * 100 }),
    /** Each person's earnings on an invoice, in dollars. */
    earned: async (invoice: number): Promise<Record<number, number>> =>
      Object.fromEntries((await facts.recordsOf(invoice)).map(({ user_id, amount_cents }) => [user_id, amount_cents / 100])),
  };
};
