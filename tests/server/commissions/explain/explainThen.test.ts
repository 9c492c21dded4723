import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFactWriter, type Facts } from '../../support/facts.ts';
import { type TestApp, testApp } from '../../support/testApp.ts';

let server: TestApp;
let facts: Facts;
let sam: number;
let admin: number;

beforeAll(async () => {
  server = await testApp();
  admin = await server.add({ email: 'admin@example.test', role: 'admin' });
  await server.add({ email: 'vp@example.test', role: 'vp_sales' });
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam' });
  facts = createFactWriter(server.db, admin, server.clock);
});
afterAll(() => server.close());

/** Sets the clock to a day and signs in on it. */
const on = async (day: string): Promise<Record<'admin' | 'vp', string>> => {
  server.clock.set(`${day}T18:00:00Z`);
  const token = async (name: string) => (await server.signIn(`${name}@example.test`)).access_token;
  return { admin: await token('admin'), vp: await token('vp') };
};
const book = async (booking_date: string, net_cents: number) => {
  const invoice = await facts.addInvoice({ salesperson_id: sam, booking_date, net_cents });
  return { invoice, id: (await facts.recordOf(invoice)).id };
};
const explain = async (id: number, asOf = '') => {
  const { admin: token } = await on('2026-11-21');
  return (await server.call('GET', `/api/v1/commissions/${id}/explain${asOf && `?as_of=${asOf}`}`, { token })).json();
};
const texts = (answer: { formula: { text: string }[] }) => answer.formula.map(({ text }) => text);

describe('decisions 2.04: explanation for a past day', () => {
  it('shows the amount, steps and rows as of the end of the day', async () => {
    await on('2026-01-10');
    const { id } = await book('2026-01-08', 90_000_00);
    // Booked late: it comes before the other one and lifts it over the quota.
    await on('2026-02-03');
    await book('2026-01-02', 30_000_00);
    const now = await explain(id);
    expect(now.amounts.commission).toBe(5_000);
    expect(texts(now).at(-1)).toBe('5,000.00, 5.6% of 90,000.00');
    const past = await explain(id, '2026-02-02');
    expect(past.amounts).toMatchObject({ commission: 4_500, total: 4_500 });
    expect(texts(past)).toEqual(['90,000.00 × 5.0% = 4,500.00', '4,500.00, 5.0% of 90,000.00; recomputed to 5,000.00 on Feb 3, 2026']);
    expect(past.rows[1]).toMatchObject({ label: '0 earlier records of 2026-Q1', amount: 0 });
    const after = await explain(id, '2026-02-03');
    expect(after.amounts).toEqual(now.amounts);
    expect(after.rows[1]).toMatchObject({ label: '1 earlier record of 2026-Q1', amount: 30_000 });
  });

  it('shows only the amount if the rows of that day are unknown', async () => {
    await on('2026-04-10');
    const { id, invoice } = await book('2026-04-08', 20_000_00);
    await on('2026-04-20');
    await facts.changeInvoice(invoice, { net_cents: 10_000_00 });
    const past = await explain(id, '2026-04-19');
    expect(past.amounts.commission).toBe(1_000);
    expect(texts(past)).toEqual(['1,000.00, as recorded on that day; recomputed to 500.00 on Apr 20, 2026']);
    expect((await explain(id, '2026-04-20')).amounts.commission).toBe(500);
  });

  it('computes by the configuration of the day', async () => {
    await on('2026-05-10');
    const { id } = await book('2026-05-08', 10_000_00);
    await on('2026-05-20');
    await facts.inTransaction('The plan changed', async (trx) => {
      const plan = { id: 'default', name: 'New plan', base_commission_rate: 0.06 };
      const config = JSON.stringify({ plans: [plan] });
      await trx.insertInto('config_versions').values({ config, created_by: admin, created_at: server.clock().toISOString() }).execute();
      return { result: null, ids: (await trx.selectFrom('invoices').select('id').execute()).map((row) => row.id) };
    });
    expect(await explain(id)).toMatchObject({ amounts: { commission: 600 }, plan: { name: 'New plan' } });
    const past = await explain(id, '2026-05-19');
    expect(past).toMatchObject({ amounts: { commission: 500 }, plan: { name: 'Default plan' } });
    expect(texts(past)).toEqual(['10,000.00 × 5.0% = 500.00', '500.00, 5.0% of 10,000.00; recomputed to 600.00 on May 20, 2026']);
  });

  it('counts an adjustment from approval until void, and as pending before', async () => {
    let tokens = await on('2026-07-10');
    const { id, invoice } = await book('2026-07-08', 10_000_00);
    const { amounts } = await explain(id);
    const body = { adjustment_amount: '600', adjustment_reason: 'Bonus', related_invoice_id: String(invoice), commission_id: String(id) };
    tokens = await on('2026-07-12');
    const created = (await server.call('POST', '/api/v1/adjustments', { token: tokens.admin, body })).json();
    tokens = await on('2026-07-15');
    const approved = await server.call('POST', `/api/v1/adjustments/${created.id}/approve`, {
      token: tokens.vp,
      body: { version: created.version },
    });
    expect(approved.json()).toMatchObject({ state: 'approved' });
    tokens = await on('2026-07-20');
    const voided = await server.call('DELETE', `/api/v1/adjustments/${created.id}?version=${approved.json().version}`, {
      token: tokens.vp,
    });
    expect(voided.statusCode).toBeLessThan(300);
    const waits = `An adjustment of $600.00 (Bonus) waits for approval.`;
    for (const [day, adjustments, waiting] of [
      ['2026-07-11', 0, false],
      ['2026-07-12', 0, true],
      ['2026-07-14', 0, true],
      ['2026-07-15', 600, false],
      ['2026-07-19', 600, false],
      ['2026-07-20', 0, false],
      ['', 0, false],
    ] as const) {
      const answer = await explain(id, day);
      expect(answer.amounts, day).toMatchObject({ commission: amounts.commission, adjustments });
      expect(
        answer.blocks.some(({ sentence }: { sentence: string }) => sentence === waits),
        day,
      ).toBe(waiting);
    }
    const { admin: token } = await on('2026-11-21');
    const changes = await server.call('GET', '/api/v1/commissions/changes?start_date=2026-07-01&end_date=2026-07-31&since=2026-07-18', {
      token,
    });
    expect(changes.json().steps).toMatchObject([
      { label: 'Adjustments voided', amount: -600, parts: [{ ref: { kind: 'adjustment', id: '1' }, label: 'Bonus', amount: -600 }] },
    ]);
  });

  it('dates an adjustment older than the audit log by its own dates', async () => {
    await on('2026-08-10');
    const { id, invoice } = await book('2026-08-08', 10_000_00);
    await on('2026-08-12');
    await facts.adjust(invoice, 100_00, '2026-08-12');
    await server.db.query
      .updateTable('adjustments')
      .set({ state: 'void', updated_at: '2026-08-15T18:00:00Z' })
      .where('commission_id', '=', id)
      .execute();
    const counted = async (day: string) => (await explain(id, day)).amounts.adjustments;
    expect([await counted('2026-08-11'), await counted('2026-08-12'), await counted('2026-08-14'), await counted('2026-08-15')]).toEqual([
      0, 100, 100, 0,
    ]);
  });
});
