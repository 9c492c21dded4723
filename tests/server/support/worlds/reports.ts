import type { Role } from '../../../../contract/entities/user.ts';
import { instanceWorker } from '../../../../server/jobs/instanceWorker.ts';
import { addRecord, recomputeMonths } from '../records.ts';
import { type Answer, testApp } from '../testApp.ts';

export const OCTOBER = { start_date: '2026-10-01', end_date: '2026-10-31' };

/**
 * Mia manages Sam; Kim has no manager. Sam booked 1,000.00 in September, 2,000.00 and 500.00 in October, Kim 4,000.00 in October; Sam has a
 * bonus of 10.00.
 */
export const createReportWorld = async (mail: Parameters<typeof instanceWorker>[3] = null) => {
  const server = await testApp();
  const ids: Record<string, number> = {};
  const tokens: Record<string, string> = {};
  const add = async (name: string, role: Role, overrides: object = {}) => {
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name: name, last_name: 'Test', ...overrides });
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  };
  await add('ada', 'admin');
  await add('vic', 'vp_sales');
  await add('fay', 'finance');
  await add('mia', 'sales_manager');
  await add('eve', 'events_manager');
  await add('sam', 'salesperson', { first_name: '=Sam', manager_id: ids.mia });
  await add('kim', 'salesperson', { first_name: 'Kim' });
  const record = (user_id: number, booking_date: string, dollars: number) =>
    addRecord(server.db, {
      user_id,
      booking_date,
      gross_cents: dollars * 100,
      net_cents: dollars * 100,
      base_cents: dollars * 100,
      amount_cents: dollars * 5,
    });
  await record(ids.sam!, '2026-09-10', 1000);
  await record(ids.sam!, '2026-10-10', 2000);
  await record(ids.sam!, '2026-10-20', 500);
  await record(ids.kim!, '2026-10-15', 4000);
  await recomputeMonths(server.db);
  const invoice = await server.db.query.selectFrom('invoices').select('id').limit(1).executeTakeFirstOrThrow();
  const bonus = {
    user_id: ids.sam!,
    commission_id: null,
    related_invoice_id: invoice.id,
    created_by: ids.ada!,
    decided_by: null,
    decided_at: null,
  };
  const approved = { amount_cents: 10_00, reason: 'For the test', state: 'approved' as const, effective_date: '2026-10-05' };
  await server.db.query
    .insertInto('adjustments')
    .values({ ...bonus, ...approved })
    .execute();
  const logged: unknown[] = [];
  const worker = instanceWorker(server.db, (error) => void logged.push(error), server.clock, mail);
  // Runs the day's jobs: bookings aren't released, because nothing is paid.
  await worker.drain();
  const call = async (name: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer> => {
    const answer = await server.call(method, `/api/v1/${path}`, { token: tokens[name], body });
    if (answer.statusCode !== 401) return answer;
    // The test may have moved the clock.
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
    return server.call(method, `/api/v1/${path}`, { token: tokens[name], body });
  };
  const ask = (name: string, overrides: object = {}): Promise<Answer> =>
    call(name, 'POST', 'reports', { type: 'commission_summary', format: 'CSV', ...OCTOBER, ...overrides });
  /** Requests a report, writes it, and reads it. */
  const written = async (name: string, overrides: object = {}) => {
    const answer = await ask(name, overrides);
    if (answer.statusCode !== 202) throw new Error(answer.body);
    const { id } = answer.json();
    await worker.drain();
    return { id, report: (await call(name, 'GET', `reports/${id}`)).json(), file: await call(name, 'GET', `reports/${id}/download`) };
  };
  return { server, ids, tokens, worker, logged, call, ask, written };
};
