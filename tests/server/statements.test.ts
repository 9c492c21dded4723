import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../server/db/repositories/store.ts';
import { statementPdf } from '../../server/documents/statementPdf.ts';
import { DAY, later } from '../../server/domain/clock.ts';
import type { StatementContent } from '../../server/domain/statementContent.ts';
import { sweep } from '../../server/domain/sweep.ts';
import { instanceWorker } from '../../server/jobs/instanceWorker.ts';
import type { Worker } from '../../server/jobs/worker.ts';
import { addRecord } from './support/records.ts';
import { type Answer, type TestApp, testApp } from './support/testApp.ts';

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
  const payout = {
    user_id: sam,
    method: 'ACH',
    reference: 'P-1',
    state: 'completed' as const,
    created_by: null,
    approved_by: null,
    reversal_of_id: null,
  };
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
const written = async (name: string, format: string, more: object = {}): Promise<{ id: string; file: Answer }> => {
  const asked = await ask(name, { user_id: String(sam), format, ...more });
  expect([asked.statusCode, asked.json().status], asked.body).toEqual([202, 'queued']);
  const { id } = asked.json();
  expect((await get(name, `/${id}/file`)).json().code).toBe('not_ready');
  await worker.drain();
  expect((await get(name, `/${id}`)).json()).toMatchObject({ status: 'completed', error: null });
  return { id, file: await get(name, `/${id}/file`) };
};

describe('the file', () => {
  it('decisions 2: opening + earned + adjustments − payouts = closing, each record with its formula', async () => {
    const { file } = await written('sam', 'CSV');
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

  it('is sent under a name that no header and no disk minds, with its hash', async () => {
    const { id, file } = await written('sam', 'XLSX');
    expect(file.headers['content-disposition']).toBe(
      'attachment; filename="commission-statement-sam-seller-2026-10-01-to-2026-10-31.xlsx"',
    );
    expect(file.headers['x-content-type-options']).toBe('nosniff');
    expect(file.headers.etag).toBe(`"${createHash('sha256').update(file.rawPayload).digest('hex')}"`);
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect((await get('sam', '')).json().data[0]).toMatchObject({ id, format: 'XLSX', user_name: 'Sám ../Seller"' });
  });

  it('decisions 2: the PDF has pages, figures and DRAFT while a month is open, and none once it is closed', async () => {
    const text = (bytes: Buffer): string => {
      const directory = mkdtempSync(join(tmpdir(), 'statement-'));
      writeFileSync(join(directory, 's.pdf'), bytes);
      try {
        return execFileSync('pdftotext', ['-layout', join(directory, 's.pdf'), '-'], { encoding: 'utf8' });
      } finally {
        rmSync(directory, { recursive: true });
      }
    };
    const open = await written('fay', 'PDF');
    expect(open.file.headers['content-type']).toBe('application/pdf');
    expect(open.file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const shown = hasPdfToText() ? text(open.file.rawPayload) : null;
    if (shown) {
      expect(shown).toContain('DRAFT: October 2026 is not closed yet');
      expect(shown).toContain('40,000.00 × 5.0% + 20,000.00 × 7.5%');
      expect(shown).toContain('$5,025.00');
      expect(shown).toContain('Page 1 of 1');
    }
    await server.db.query
      .insertInto('pay_periods')
      .values({ ...Q4, state: 'closed' })
      .execute();
    const closed = await written('fay', 'PDF');
    if (shown) expect(text(closed.file.rawPayload)).not.toContain('DRAFT');
    expect(closed.file.rawPayload.length).toBeLessThan(open.file.rawPayload.length);
  });
});

describe('a long one', () => {
  const row = {
    date: '2026-10-10',
    invoice: 'T-1',
    customer: 'Acme School',
    net: 100_00,
    formula: '100.00 × 5.0%',
    amount: 5_00,
    status: 'Due',
  };
  const content: StatementContent = {
    ...{
      ...Q4,
      company: 'Acme',
      person: 'Sam',
      email: 's@example.test',
      role: 'Salesperson',
      territory: null,
      writtenAt: '2026-11-21T12:00:00Z',
    },
    ...{ plans: ['Default plan'], configVersions: [1], openMonths: ['2026-10-01'], adjustments: [], payouts: [], fingerprint: 'x' },
    lines: Array.from({ length: 300 }, () => row),
    ...{ opening: 0, net: 0, earned: 0, adjusted: 0, paid: 0, closing: 0 },
  };

  it('is written beside the requests, not instead of them', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    // A stall counts from the turn before it to the turn after it.
    await setTimeout(20);
    const begun = performance.now();
    const file = await statementPdf(content);
    const took = performance.now() - begun;
    await setTimeout(20);
    delay.disable();
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    expect(delay.max / 1e6).toBeLessThan(took / 3);
  });

  it('is given up when the server stops', async () => {
    const stop = new AbortController();
    const file = statementPdf(content, stop.signal);
    stop.abort();
    await expect(file).rejects.toThrow('ended without it');
  });
});

describe('a file that is old', () => {
  it('is deleted 90 days after it was written, and its statement says so', async () => {
    const { id } = await written('sam', 'CSV');
    const aged = (days: number) =>
      server.db.query
        .updateTable('jobs')
        .set({ finished_at: later(server.clock(), -days * DAY).toISOString() })
        .where('id', '=', Number(id))
        .execute();
    await aged(90);
    await sweep({ store: openStore(server.db), clock: server.clock });
    expect((await get('sam', `/${id}/file`)).statusCode).toBe(200);
    await aged(91);
    await sweep({ store: openStore(server.db), clock: server.clock });
    const gone = 'This file was deleted 90 days after it was written. Ask for the statement again.';
    expect((await get('sam', `/${id}`)).json()).toMatchObject({ status: 'completed', file_name: null, error: gone });
    const file = await get('sam', `/${id}/file`);
    expect([file.statusCode, file.json().message]).toEqual([410, gone]);
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

describe('who may', () => {
  it('decisions 3: a salesperson for themself only; a request is seen by who made it', async () => {
    expect((await ask('sam', { user_id: String(kim), format: 'PDF' })).statusCode).toBe(403);
    const { id } = (await ask('fay', { user_id: String(kim), format: 'CSV' })).json();
    for (const path of [`/${id}`, `/${id}/file`]) expect((await get('kim', path)).statusCode).toBe(404);
    expect((await get('kim', '')).json().data).toEqual([]);
  });

  it('refuses what cannot be: another format, a range backwards, nobody', async () => {
    expect((await ask('fay', { user_id: String(sam), format: 'DOC' })).statusCode).toBe(400);
    expect((await ask('fay', { user_id: String(sam), format: 'CSV', end_date: '2026-09-30' })).json().code).toBe('end_before_start');
    for (const user_id of ['999999', 'abc', '0']) expect((await ask('fay', { user_id, format: 'CSV' })).statusCode).toBe(404);
    expect((await server.call('POST', '/api/v1/commission-statements/1/retry', { token: tokens.sam, body: {} })).statusCode).toBe(409);
  });
});
