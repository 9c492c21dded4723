import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFactWriter, type Facts } from '../../support/facts.ts';
import { type Answer, type TestApp, testApp } from '../../support/testApp.ts';

let server: TestApp;
let facts: Facts;
let sam: number;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await testApp();
  const admin = await server.add({ email: 'admin@example.test', role: 'admin' });
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam' });
  await server.add({ email: 'kim@example.test', role: 'salesperson', first_name: 'Kim' });
  for (const name of ['admin', 'sam', 'kim']) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  facts = createFactWriter(server.db, admin, server.clock);
});
afterAll(() => server.close());

const ask = (id: number, asOf = '', name = 'sam'): Promise<Answer> =>
  server.call('GET', `/api/v1/commissions/${id}/explain${asOf && `?as_of=${asOf}`}`, { token: tokens[name] });
const book = async (booking_date: string, net_cents = 10_000_00) => {
  const invoice = await facts.addInvoice({ salesperson_id: sam, booking_date, net_cents });
  return { invoice, id: (await facts.recordOf(invoice)).id };
};

describe('GET /api/v1/commissions/{id}/explain', () => {
  it('explains the example of decisions 2.04: formula with numbers, rows, and who can unblock it', async () => {
    await book('2026-04-02', 60_000_00);
    const { id, invoice } = await book('2026-05-02', 60_000_00);
    await facts.pay(invoice, 24_000_00, '2026-06-01');
    const { invoice_number } = await facts.recordOf(invoice);
    const answer = (await ask(id)).json();
    expect(answer).toMatchObject({
      commission_id: String(id),
      as_of: '2026-11-21',
      status: 'not_due',
      reason: 'customer_payment',
      sentence: `Not due: invoice ${invoice_number} has $24,000.00 of $60,000.00 received; the plan releases on full payment.`,
      plan: { id: 'default', name: 'Default plan', version: 1 },
      amounts: { commission: 3_500, adjustments: 0, total: 3_500, released: 0, paid: 0, due: 0 },
    });
    expect(answer.formula.map(({ text }: { text: string }) => text)).toEqual([
      '40,000.00 × 5.0% = 2,000.00',
      '20,000.00 × 7.5% = 1,500.00',
      '3,500.00, 5.8% of 60,000.00',
    ]);
    expect(answer.rows.map(({ kind }: { kind: string }) => kind)).toEqual(['plan', 'earlier', 'invoice', 'payment']);
    expect(answer.rows[1]).toMatchObject({ label: '1 earlier record of 2026-Q2', amount: 60_000 });
    expect(answer.rows[0]).toMatchObject({ ref: { kind: 'config', id: '1' }, clause: 'plans[0].quota' });
    expect(answer.rows[1].records).toEqual({ user_id: String(sam), start_date: '2026-04-01', end_date: '2026-05-02' });
    expect(answer.rows[2]).toMatchObject({ ref: { kind: 'invoice', id: String(invoice) }, source: expect.stringMatching(/^Entered on /) });
    expect(answer.rows[3]).toMatchObject({ ref: { kind: 'payment' }, source: expect.stringMatching(/^Entered on /) });
    expect(answer.blocks).toEqual([
      { sentence: `Invoice ${invoice_number} still lacks $36,000.00.`, who: expect.stringContaining('finance') },
    ]);
  });

  it('matches the record in each of the five statuses, and replays the days between', async () => {
    const { id, invoice } = await book('2026-01-10');
    const seen = async (asOf = '') => {
      const { status, amounts } = (await ask(id, asOf)).json();
      const record = await facts.recordOf(invoice);
      if (asOf === '')
        expect({ status, due: amounts.due * 100, paid: amounts.paid * 100 }).toEqual({
          status: record.status,
          due: record.due_cents,
          paid: record.paid_cents,
        });
      return status;
    };
    expect(await seen()).toBe('not_due');
    await facts.pay(invoice, 10_000_00, '2026-02-10');
    expect(await seen()).toBe('due');
    await facts.payOut(invoice, 200_00, '2026-02-28');
    expect(await seen()).toBe('partially_paid');
    await facts.payOut(invoice, 300_00, '2026-03-31');
    expect(await seen()).toBe('paid');
    await facts.pay(invoice, -10_000_00, '2026-04-15');
    expect(await seen()).toBe('over_paid');
    expect((await facts.recordOf(invoice)).reason).toBe('payment_returned');
    const days = ['2026-01-10', '2026-02-09', '2026-02-10', '2026-02-27', '2026-02-28', '2026-03-31', '2026-04-15'];
    const replayed: string[] = [];
    for (const day of days) replayed.push(await seen(day));
    expect(replayed).toEqual(['not_due', 'not_due', 'due', 'due', 'partially_paid', 'paid', 'over_paid']);
  });

  it('counts an adjustment from the day of its approval', async () => {
    const { id, invoice } = await book('2026-02-10');
    await facts.adjust(invoice, 100_00, '2026-09-21');
    expect((await ask(id)).json().amounts).toMatchObject({ commission: 500, adjustments: 100, total: 600 });
    expect((await ask(id, '2026-11-20')).json().amounts).toMatchObject({ commission: 500, adjustments: 0, total: 500 });
  });

  it('explains a record without stored steps by the same rules', async () => {
    const { id, invoice } = await book('2026-07-02', 120_000_00);
    const formula = (await ask(id)).json().formula;
    await server.db.query
      .updateTable('commission_records')
      .set({ parts: '[]', quota_cents: 0 })
      .where('invoice_id', '=', invoice)
      .execute();
    expect((await ask(id)).json().formula).toEqual(formula);
  });

  it('spec 6.04: answers 403 for another’s record, 404 for none, 400 for an impossible day', async () => {
    const { id } = await book('2026-08-02');
    expect((await ask(id, '', 'kim')).statusCode).toBe(403);
    expect((await ask(id, '', 'admin')).statusCode).toBe(200);
    expect((await ask(999_999)).statusCode).toBe(404);
    for (const day of ['2026-02-30', '2026-11-22', '2026-08-01', 'yesterday']) expect((await ask(id, day)).statusCode, day).toBe(400);
  });
});

describe('GET /api/v1/commissions/changes', () => {
  const changes = async (query: string, name = 'sam') =>
    (
      await server.call('GET', `/api/v1/commissions/changes?start_date=2026-10-01&end_date=2026-12-31${query}`, { token: tokens[name] })
    ).json();
  const total = async () =>
    (await server.call('GET', '/api/v1/commissions/summary?start_date=2026-10-01&end_date=2026-12-31', { token: tokens.sam })).json()
      .summary.total_commission;

  it('adds up step by step from the old amount to the new one', async () => {
    server.clock.set('2026-10-20T18:00:00Z');
    const old = await book('2026-10-05', 90_000_00);
    await book('2026-10-06', 20_000_00);
    const before = await total();
    server.clock.set('2026-11-21T12:00:00Z');
    tokens.sam = (await server.signIn('sam@example.test')).access_token;
    await book('2026-11-10', 10_000_00);
    // Booked late: it comes before the others and lifts them over the quota.
    await book('2026-10-01', 30_000_00);
    await facts.addInvoice({ salesperson_id: sam, booking_date: '2026-11-12', net_cents: -90_000_00, credit_of_id: old.invoice });
    await facts.adjust(old.invoice, -50_00, '2026-11-21');
    const answer = await changes('&since=2026-10-31');
    expect(answer.from).toBe(before);
    expect(answer.to).toBe(await total());
    expect(answer.since).toBe('2026-10-31');
    expect(answer.steps.map(({ label }: { label: string }) => label)).toEqual([
      'New bookings',
      'Credit memos',
      'Adjustments',
      'Recalculated',
    ]);
    const cents = (amount: number) => Math.round(amount * 100);
    const sum = answer.steps.reduce((all: number, { amount }: { amount: number }) => all + cents(amount), cents(answer.from));
    expect(sum).toBe(cents(answer.to));
    expect(answer.steps.find(({ label }: { label: string }) => label === 'Recalculated').amount).toBe(750);
  });

  const statement = (start_date: string, end_date: string, created_at: string) => {
    const payload = JSON.stringify({ user_id: String(sam), start_date, end_date, format: 'PDF' });
    return server.db.query.insertInto('jobs').values({ kind: 'commission_statement', state: 'completed', payload, created_at }).execute();
  };

  it('starts from zero without a statement for the same days', async () => {
    expect(await changes('')).toMatchObject({ since: null, from: 0, to: await total() });
    await statement('2026-01-01', '2026-03-31', '2026-11-21T12:00:00Z');
    expect(await changes('')).toMatchObject({ since: null, from: 0, to: await total() });
  });

  it('starts from the amount at the time of the statement, not at its last day', async () => {
    const ahead = await book('2026-11-28', 1_000_00);
    const before = await total();
    server.clock.set('2026-11-21T12:05:00Z');
    await statement('2026-11-01', '2026-11-30', '2026-11-21T12:05:00Z');
    await statement('2026-01-01', '2026-03-31', '2026-11-21T12:06:00Z');
    expect(await changes('')).toEqual({ since: '2026-11-21', from: before, to: before, steps: [] });
    server.clock.set('2026-11-21T12:07:00Z');
    await facts.adjust(ahead.invoice, 25_00, '2026-11-21');
    await book('2026-11-05', 2_000_00);
    const answer = await changes('');
    expect(answer).toMatchObject({ since: '2026-11-21', from: before, to: await total() });
    expect(answer.steps).toContainEqual(expect.objectContaining({ label: 'Adjustments', amount: 25 }));
    expect(answer.steps.map(({ label }: { label: string }) => label)).toEqual(expect.arrayContaining(['New bookings', 'Adjustments']));
    server.clock.set('2026-11-21T12:08:00Z');
    await statement('2026-10-01', '2026-12-31', '2026-11-21T12:08:00Z');
    expect((await changes('')).steps).toEqual([]);
  });

  it('uses a closed month’s statement for later days too', async () => {
    const issue = (month: string) =>
      sql`insert into issued_statements (month, user_id, job_id, issued_at, written_at)
        values (${month}, ${sam}, 0, '2026-11-21T12:09:00Z', '2026-11-21T12:09:00Z')`.execute(server.db.query);
    server.clock.set('2026-11-21T12:10:00Z');
    await book('2026-11-06', 1_000_00);
    expect((await changes('')).steps).not.toEqual([]);
    await issue('2027-01-01');
    expect((await changes('')).steps).not.toEqual([]);
    await issue('2026-09-01');
    expect((await changes('')).steps.map(({ label }: { label: string }) => label)).toContain('New bookings');
    await sql`delete from issued_statements`.execute(server.db.query);
  });

  it('dates a statement in the company’s time zone', async () => {
    await statement('2026-12-01', '2026-12-31', '2026-11-22T03:00:00Z');
    expect(await changes('')).toMatchObject({ since: '2026-11-21' });
  });

  it('spec 6.04: answers 403 for another person', async () => {
    const answer = await server.call('GET', `/api/v1/commissions/changes?start_date=2026-10-01&end_date=2026-12-31&user_id=${sam}`, {
      token: tokens.kim,
    });
    expect(answer.statusCode).toBe(403);
  });
});
