import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestApp, testApp } from '../support/testApp.ts';

/** The tables written by the cases below. */
const TABLES = ['invoices', 'sync_runs', 'sessions', 'jobs', 'import_parts'];

let server: TestApp;
let token: string;
beforeAll(async () => {
  server = await testApp();
  await server.add({ email: 'ada@example.test', role: 'admin' });
  token = (await server.signIn('ada@example.test')).access_token;
  const begun = await server.call('POST', '/api/v1/imports', { token, body: { kind: 'invoices', file_name: 'a.csv', size: 10 } });
  expect(begun.statusCode).toBe(201);
  // The job of this import failed, but the import is not marked as failed yet.
  const lost = await server.call('POST', '/api/v1/imports', { token, body: { kind: 'invoices', file_name: 'lost.csv', size: 10 } });
  const job = { kind: 'import', key: 'lost', payload: '{}', state: 'failed' } as const;
  const { id } = await server.db.query.insertInto('jobs').values(job).returning('id').executeTakeFirstOrThrow();
  await server.db.query.updateTable('sync_runs').set({ state: 'reading', job_id: id }).where('id', '=', Number(lost.json().id)).execute();
  await server.db.script(`
    create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    ${TABLES.map((table) => `create trigger full_${table} before insert or update or delete on ${table} for each statement execute function no_room();`).join('\n')}`);
});
afterAll(() => server.close());

describe('bad input: a full disk', () => {
  it.each([
    [
      'an invoice',
      '/api/v1/invoices',
      { customer_name: 'Acme', new_customer: true, gross_amount: '10.00', net_revenue: '10.00', booking_date: '2026-11-02' },
    ],
    ['an import', '/api/v1/imports', { kind: 'invoices', file_name: 'b.csv', size: 10 }],
    ['a sign-in', '/api/v1/auth/login', null],
  ])('%s is refused with a message', async (_, path, body) => {
    const { email, password } = { email: 'ada@example.test', password: PASSWORD };
    const refused = await server.call('POST', path, body ? { token, body } : { body: { email, password } });
    expect([refused.statusCode, refused.json().code]).toEqual([507, 'no_room']);
    expect(refused.json().message).toBe(
      "The server's disk is full, so this could not be done. Ask an administrator to free some space, then try again.",
    );
  });

  it('an upload chunk is refused too', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
    const refused = await server.app.inject({ method: 'PUT', url: '/api/v1/imports/1/parts/0', headers, payload: Buffer.alloc(10, 'a') });
    expect([refused.statusCode, refused.json().code]).toEqual([507, 'no_room']);
  });

  it.each(['/imports', '/imports/1', '/imports/2', '/integrations/mercury', '/commissions?start_date=2026-11-01&end_date=2026-11-30'])(
    '%s still works',
    async (path) => {
      expect((await server.call('GET', `/api/v1${path}`, { token })).statusCode).toBe(200);
    },
  );
});
