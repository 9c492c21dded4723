import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../server/db/repositories/store.ts';
import { sweep } from '../../../server/domain/jobs/sweep.ts';
import { DAY, plusMs } from '../../../server/domain/shared/clock.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import type { Worker } from '../../../server/jobs/worker.ts';
import { failOnError } from '../support/failOnError.ts';
import { addRecord } from '../support/records.ts';
import { type Answer, type TestApp, testApp } from '../support/testApp.ts';

const Q4 = { start_date: '2026-10-01', end_date: '2026-10-31' };
let server: TestApp;
let worker: Worker;
let sam: number;
let kim: number;
const tokens: Record<string, string> = {};
const logged: unknown[] = [];

beforeAll(async () => {
  server = await testApp();
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sám', last_name: '../Seller"' });
  kim = await server.add({ email: 'kim@example.test', role: 'salesperson' });
  await server.add({ email: 'fay@example.test', role: 'finance' });
  for (const name of ['sam', 'kim', 'fay']) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  const record = { user_id: sam, gross_cents: 60_000_00, net_cents: 60_000_00, base_cents: 60_000_00, amount_cents: 3_000_00 };
  const before = await addRecord(server.db, { ...record, booking_date: '2026-09-10' });
  const parts = JSON.stringify([
    { net: 40_000_00, rate: 0.05 },
    { net: 20_000_00, rate: 0.075 },
  ]);
  const inside = await addRecord(server.db, {
    ...record,
    booking_date: '2026-10-10',
    parts,
    amount_cents: 3_500_00,
    base_cents: 40_000_00,
    over_cents: 20_000_00,
  });
  await addRecord(server.db, { ...record, booking_date: '2026-11-01' });
  const { invoice_id } = await server.db.query
    .selectFrom('commission_records')
    .select('invoice_id')
    .where('id', '=', inside)
    .executeTakeFirstOrThrow();
  const adjustment = {
    commission_id: inside,
    related_invoice_id: invoice_id,
    user_id: sam,
    created_by: kim,
    decided_by: null,
    decided_at: null,
  };
  await server.db.query
    .insertInto('adjustments')
    .values([
      { ...adjustment, amount_cents: 25_00, reason: '=HYPERLINK("http://x")', state: 'approved', effective_date: '2026-10-20' },
      { ...adjustment, amount_cents: 99_00, reason: 'Still waiting', state: 'pending', effective_date: '2026-10-21' },
    ])
    .execute();
  const nobody = { created_by: null, approved_by: null, reversal_of_id: null };
  const payout = { user_id: sam, method: 'ACH', reference: 'P-1', state: 'completed', ...nobody } as const;
  const [first, second] = await server.db.query
    .insertInto('payouts')
    .values([
      { ...payout, amount_cents: 1_000_00, paid_on: '2026-09-30' },
      { ...payout, amount_cents: 500_00, paid_on: '2026-10-31' },
      { ...payout, amount_cents: 700_00, paid_on: '2026-10-31', state: 'pending' },
    ])
    .returning('id')
    .execute();
  for (const made of [first, second])
    await server.db.query.insertInto('payout_lines').values({ payout_id: made!.id, commission_id: before, amount_cents: 100 }).execute();
  worker = instanceWorker(server.db, (error) => void logged.push(error), server.clock);
});
afterAll(() => server.close());

const ask = (name: string, body: object): Promise<Answer> =>
  server.call('POST', '/api/v1/commission-statements', { token: tokens[name], body: { ...Q4, ...body } });
const get = (name: string, path: string): Promise<Answer> =>
  server.call('GET', `/api/v1/commission-statements${path}`, { token: tokens[name] });
const createFile = async (name: string, format: string, overrides: object = {}): Promise<{ id: string; file: Answer }> => {
  const answer = await ask(name, { user_id: String(sam), format, ...overrides });
  expect([answer.statusCode, answer.json().status], answer.body).toEqual([202, 'queued']);
  const { id } = answer.json();
  expect((await get(name, `/${id}/file`)).json().code).toBe('not_ready');
  await worker.drain();
  expect((await get(name, `/${id}`)).json()).toMatchObject({ status: 'completed', error: null });
  return { id, file: await get(name, `/${id}/file`) };
};

describe('statement file', () => {
  it('decisions 2.13: shows opening + earned + adjustments − payouts = closing, each record with its formula', async () => {
    const { file } = await createFile('sam', 'CSV');
    const lines = file.body.split('\r\n');
    expect(lines.filter((line) => line.startsWith('Opening'))).toEqual(['Opening balance,2026-10-01,,,,2000.00,']);
    expect(lines.filter((line) => line.startsWith('Commission,'))).toEqual([
      expect.stringMatching(/^Commission,2026-10-10,T-\d+,"Acme School: 40,000.00 × 5.0% \+ 20,000.00 × 7.5%",60000.00,3500.00,/),
    ]);
    expect(lines.filter((line) => /^(Payout|Closing)/.test(line))).toEqual([
      'Payout,2026-10-31,P-1,ACH,,-500.00,',
      'Closing balance,2026-10-31,,,,5025.00,',
    ]);
    expect(lines.find((line) => line.startsWith('Adjustment,'))).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(file.body).not.toContain('Still waiting');
    expect(lines.find((line) => line.startsWith('Plan,'))).toBe('Plan,Default plan,Configuration 1');
  });

  it('has a name safe for headers and disks, and its hash', async () => {
    const { id, file } = await createFile('sam', 'XLSX');
    expect(file.headers['content-disposition']).toBe(
      'attachment; filename="commission-statement-sam-seller-2026-10-01-to-2026-10-31.xlsx"',
    );
    expect(file.headers['x-content-type-options']).toBe('nosniff');
    expect(file.headers.etag).toBe(`"${createHash('sha256').update(file.rawPayload).digest('hex')}"`);
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect((await get('sam', '')).json().data[0]).toMatchObject({ id, format: 'XLSX', user_name: 'Sám ../Seller"' });
  });

  it('decisions 2.13: has pages, figures and DRAFT as a PDF while a month is open, and no DRAFT once closed', async () => {
    const text = (bytes: Buffer): string => {
      const directory = mkdtempSync(join(tmpdir(), 'statement-'));
      writeFileSync(join(directory, 's.pdf'), bytes);
      try {
        return execFileSync('pdftotext', ['-layout', join(directory, 's.pdf'), '-'], { encoding: 'utf8' });
      } finally {
        rmSync(directory, { recursive: true });
      }
    };
    const open = await createFile('fay', 'PDF');
    expect(open.file.headers['content-type']).toBe('application/pdf');
    expect(open.file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const shown = hasPdfToText() ? text(open.file.rawPayload) : null;
    if (shown) {
      expect(shown).toContain('DRAFT: October 2026 is not closed yet');
      expect(shown).toContain('40,000.00 × 5.0% + 20,000.00 × 7.5%');
      expect(shown).toContain('$5,025.00');
      expect(shown).toContain('Page 1 of 2');
    }
    await server.db.query
      .insertInto('pay_periods')
      .values({ ...Q4, state: 'closed' })
      .execute();
    // The opening balance comes from the previous months.
    const half = await createFile('fay', 'PDF');
    if (shown)
      expect(text(half.file.rawPayload)).toContain('DRAFT: September 2026 is not closed yet, so the opening balance can still change.');
    await server.db.query.insertInto('pay_periods').values({ start_date: '2026-09-01', end_date: '2026-09-30', state: 'closed' }).execute();
    const closed = await createFile('fay', 'PDF');
    if (shown) expect(text(closed.file.rawPayload)).not.toContain('DRAFT');
    expect(closed.file.rawPayload.length).toBeLessThan(open.file.rawPayload.length);
  });
});

describe('statement of closed months', () => {
  const hashOf = async (): Promise<string | undefined> => (await createFile('fay', 'CSV')).file.body.match(/SHA-256,([0-9a-f]{64})/)?.[1];

  it('decisions 2.13: keeps its content and hash when people are paid or renamed later', async () => {
    const hash = await hashOf();
    await server.db.query.updateTable('commission_records').set({ status: 'paid' }).where('user_id', '=', sam).execute();
    await server.db.query.updateTable('users').set({ territory: 'West' }).where('id', '=', sam).execute();
    expect(await hashOf()).toBe(hash);
    const { file } = await createFile('fay', 'CSV');
    expect(file.body).toContain('Status on Nov 21, 2026');
    expect(file.body).not.toContain('DRAFT');
  });

  it('decisions 2.13: is a draft again while an earlier month is reopened, because its opening balance may change', async () => {
    const set = (state: 'reopened' | 'closed') =>
      server.db.query.updateTable('pay_periods').set({ state }).where('start_date', '=', '2026-09-01').execute();
    await set('reopened');
    expect((await createFile('fay', 'CSV')).file.body).toContain(
      'September 2026 is not closed yet, so the opening balance can still change.',
    );
    await set('closed');
  });
});

describe('a long statement', () => {
  it('is refused at once as PDF, by count, but not as XLSX', async () => {
    const person = await server.add({ email: 'many@example.test', role: 'salesperson' });
    await sql`
      with i as (insert into invoices (invoice_number, customer_name, salesperson_id, gross_cents, net_cents, booking_date, state)
        select 'L-' || n, 'Acme', ${person}, 100, 100, '2026-05-05', 'sent' from generate_series(1, 5001) n returning id, invoice_number)
      insert into commission_records (invoice_id, invoice_number, user_id, booking_date, gross_cents, net_cents, base_cents, over_cents, amount_cents, status)
        select id, invoice_number, ${person}, '2026-05-05', 100, 100, 100, 0, 5, 'due' from i`.execute(server.db.query);
    const body = { user_id: String(person), start_date: '2026-05-01', end_date: '2026-05-31' };
    const refused = await ask('fay', { ...body, format: 'PDF' });
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      'A PDF can have at most 5,000 records, and this period has 5,001. Choose XLSX or CSV, or a shorter period.',
    ]);
    expect((await ask('fay', { ...body, format: 'XLSX' })).statusCode).toBe(202);
    await worker.drain();
  });
});

describe('an old file', () => {
  it('is deleted after 90 days, and its statement says so', async () => {
    const { id } = await createFile('sam', 'CSV');
    const addAgedRecord = (days: number) =>
      server.db.query
        .updateTable('jobs')
        .set({ finished_at: plusMs(server.clock(), -days * DAY).toISOString() })
        .where('id', '=', Number(id))
        .execute();
    await addAgedRecord(90);
    await sweep({ store: openStore(server.db), clock: server.clock }, failOnError);
    expect((await get('sam', `/${id}/file`)).statusCode).toBe(200);
    await addAgedRecord(91);
    await sweep({ store: openStore(server.db), clock: server.clock }, failOnError);
    const deleted = 'This file was deleted 90 days after it was written. Request the statement again.';
    expect((await get('sam', `/${id}`)).json()).toMatchObject({ status: 'completed', file_name: null, error: deleted });
    const file = await get('sam', `/${id}/file`);
    expect([file.statusCode, file.json().message]).toEqual([410, deleted]);
  });
});

const hasPdfToText = (): boolean => {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('statement requests', () => {
  it('decisions 3.03: are limited to oneself for a salesperson; a request is visible to its author', async () => {
    expect((await ask('sam', { user_id: String(kim), format: 'PDF' })).statusCode).toBe(403);
    const { id } = (await ask('fay', { user_id: String(kim), format: 'CSV' })).json();
    for (const path of [`/${id}`, `/${id}/file`]) expect((await get('kim', path)).statusCode).toBe(404);
    expect((await get('kim', '')).json().data).toEqual([]);
  });

  it('refuse invalid ones: another format, a reversed range, an unknown person', async () => {
    expect((await ask('fay', { user_id: String(sam), format: 'DOC' })).statusCode).toBe(400);
    expect((await ask('fay', { user_id: String(sam), format: 'CSV', end_date: '2026-09-30' })).json().code).toBe('end_before_start');
    for (const user_id of ['999999', 'abc', '0']) expect((await ask('fay', { user_id, format: 'CSV' })).statusCode).toBe(404);
    expect((await server.call('POST', '/api/v1/commission-statements/1/retry', { token: tokens.sam, body: {} })).statusCode).toBe(409);
  });
});

describe('a person with many requests', () => {
  it('decisions 2.13: has at most five pending, and can request more when one is written', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => ask('kim', { user_id: String(kim), format: 'CSV' })));
    expect(responses.filter(({ statusCode }) => statusCode === 202)).toHaveLength(5);
    const refused = responses.find(({ statusCode }) => statusCode === 429);
    expect(refused?.json()).toMatchObject({
      code: 'too_many_statements',
      message: '5 of your statements are still being written. Request another as soon as one of them is ready.',
    });
    expect(refused?.headers['retry-after']).toBe('10');
    expect((await ask('fay', { user_id: String(kim), format: 'CSV' })).statusCode).toBe(202);
    await worker.drain();
    expect((await ask('kim', { user_id: String(kim), format: 'CSV' })).statusCode).toBe(202);
    await worker.drain();
  });

  it('decisions 4.05: has each download in the audit log', async () => {
    const { id, file } = await createFile('sam', 'CSV');
    const row = await server.db.query
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'statement.downloaded')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      actor_id: sam,
      entity: 'statement',
      entity_id: id,
      after: { sha256: (file.headers.etag as string).slice(1, -1) },
    });
  });
});

describe('a statement across a plan change', () => {
  it('decisions 2.13: shows for each quota period the quota and rate of the plan in force', async () => {
    const config = JSON.stringify({
      plans: [
        { id: 'before', effective_to: '2026-09-30' },
        { id: 'after', effective_from: '2026-10-01', quota: { amount: 30000 }, over_quota_commission_rate: 0.09 },
      ],
    });
    await server.db.query.insertInto('config_versions').values({ config }).execute();
    await sql`update commission_records set commissionable_cents = net_cents where user_id = ${sam}`.execute(server.db.query);
    const { file } = await createFile('sam', 'CSV', { start_date: '2026-07-01', end_date: '2026-10-31' });
    expect(file.body.split('\r\n').filter((line) => line.startsWith('Quota,'))).toEqual([
      'Quota,2026-07-01,Q3 2026,"60.0%, 5.0%; 7.5% after 40,000.00 more",60000.00,100000.00',
      'Quota,2026-10-01,Q4 2026,"200.0%, 9.0%; Highest rate reached",60000.00,30000.00',
    ]);
  });
});
