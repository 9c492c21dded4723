import type { Role } from '../../../../contract/entities/user.ts';
import { periodAt } from '../../../../contract/rules/time/period.ts';
import { createFactWriter } from '../facts.ts';
import { type TestApp, testApp } from '../testApp.ts';

const roles = {
  ada: 'admin',
  vic: 'vp_sales',
  mia: 'sales_manager',
  max: 'sales_manager',
  sam: 'salesperson',
  kim: 'salesperson',
} as const satisfies Record<string, Role>;
type Name = keyof typeof roles;

/** A company whose months are closed and reopened: Mia manages Sam. Net revenue in dollars, amounts in cents. */
export const createClosingCompany = async ({ settles = true } = {}) => {
  const server: TestApp = await testApp({ settles });
  const ids = {} as Record<Name, number>;
  for (const name of Object.keys(roles) as Name[])
    ids[name] = await server.add({
      email: `${name}@example.test`,
      role: roles[name],
      first_name: name,
      ...(name === 'sam' ? { manager_id: ids.mia } : {}),
    });
  const token = (await server.signIn('ada@example.test')).access_token;
  const facts = createFactWriter(server.db, ids.ada, server.clock);
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object) => {
    const answer = await server.call(method, `/api/v1${url}`, { token, ...(body ? { body } : {}) });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
    return answer.json();
  };
  const save = (config: object) => ask('PUT', '/settings/general', { companyName: 'Acme', commissionsConfig: JSON.stringify(config) });
  /** Closes any months, whereas the product requires them in order. */
  const close = (...months: string[]): Promise<void> =>
    facts.store.transaction(async (tx) => {
      const { id: version } = await tx.config.newest();
      for (const month of months) {
        const { start_date, end_date } = periodAt('month', `${month}-01`);
        const closed = { state: 'closed', closed_at: server.clock().toISOString(), closed_by: ids.ada, reason: null } as const;
        const id = await tx.periods.save({ start_date, end_date, ...closed });
        await tx.periods.keep(id, { start_date, end_date, ...closed }, version, server.clock());
      }
    });
  const reopen = (month: string) => ask('POST', `/periods/${month}/reopen`, { reason: 'An invoice was late' });
  const book = (name: Name, booking_date: string, dollars: number, overrides: object = {}): Promise<number> =>
    facts.addInvoice({ salesperson_id: ids[name], booking_date, net_cents: dollars * 100, ...overrides });
  const change = async (name: Name, changes: object): Promise<void> => {
    const { first_name, last_name, role, manager_id } = await ask('GET', `/users/${ids[name]}`);
    await ask('PUT', `/users/${ids[name]}`, { first_name, last_name, role, manager_id, ...changes });
  };
  const decide = async (id: number, decision: 'approve' | 'reject'): Promise<void> => {
    const { version } = await server.db.query.selectFrom('adjustments').select('version').where('id', '=', id).executeTakeFirstOrThrow();
    const { access_token } = await server.signIn('vic@example.test');
    const answer = await server.call('POST', `/api/v1/adjustments/${id}/${decision}`, {
      token: access_token,
      body: { version, reason: 'As it should be' },
    });
    if (answer.statusCode >= 300) throw new Error(`${decision} ${id}: ${answer.body}`);
  };
  /** Amounts in cents, keyed by `invoice person`. */
  const amounts = async (): Promise<Record<string, number>> => {
    const rows = await server.db.query
      .selectFrom('commission_records as r')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select(['r.invoice_id', 'u.first_name', 'r.amount_cents'])
      .orderBy('r.invoice_id')
      .execute();
    return Object.fromEntries(rows.map(({ invoice_id, first_name, amount_cents }) => [`${invoice_id} ${first_name}`, amount_cents]));
  };
  /** Proposals for late facts: person, invoice, cents and state. */
  const late = async (): Promise<(readonly [string, number, number, string])[]> => {
    const rows = await server.db.query
      .selectFrom('adjustments as a')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .select(['u.first_name', 'a.related_invoice_id', 'a.amount_cents', 'a.state'])
      .where('a.origin', '=', 'late_fact')
      .orderBy('a.id')
      .execute();
    return rows.map((row) => [row.first_name, row.related_invoice_id ?? 0, row.amount_cents, row.state] as const);
  };
  return { server, facts, ids, ask, save, close, reopen, book, change, decide, amounts, late };
};
export type ClosingCompany = Awaited<ReturnType<typeof createClosingCompany>>;
