import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentPage } from '../../../contract/entities/payment.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let school: number;
beforeAll(async () => {
  world = await createPayoutWorld();
  school = await world.customer();
  const invoice = await world.invoice(school, 5000_00);
  await world.facts.pay(invoice, 5000_00, '2026-11-03');
  await world.query.updateTable('receipts').set({ customer_id: school }).execute();
  for (const [index, day] of ['2026-11-04', '2026-11-04', '2026-10-20', '2026-09-01'].entries())
    await world.record(
      world.receiptBody(school, { amount: `${(index + 1) * 10}.00`, payment_date: day, reference: `R-${index}`, allocations: [] }),
    );
  await world.record(
    world.receiptBody(school, { amount: '99.00', payment_date: '2026-11-04', reference: 'Wait', cleared: false, allocations: [] }),
  );
  await world.record(world.payoutBody({ amount: '20.00', payment_date: '2026-11-04', reference: 'DD-1' }));
  await world.record(world.payoutBody({ amount: '30.00', payment_date: '2026-12-01', reference: 'DD-2' }));
});
afterAll(() => world.server.close());

const page = (query: string): Promise<PaymentPage> => world.ok(world.call('fay', 'GET', `payments?${query}`));
const references = async (query: string): Promise<(string | null)[]> => (await page(query)).data.map(({ reference }) => reference);

describe('spec 2.60: receipts and commission payments in one list', () => {
  it('are sorted newest first, with ids that tell their kind', async () => {
    const { data, pagination } = await page('');
    expect(data.map(({ reference, id }) => `${reference ?? '-'} ${id.slice(0, 2)}`)).toEqual([
      'DD-2 po',
      'Wait cp',
      'R-1 cp',
      'R-0 cp',
      'DD-1 po',
      '- cp',
      'R-2 cp',
      'R-3 cp',
    ]);
    expect(pagination).toEqual({ cursor: null, limit: 25, total: 8 });
  });

  it('have cards with completed totals, pending amounts and counts', async () => {
    const all = { customer_total: 5100, commission_total: 0, pending_count: 3, transactions: 8 };
    expect((await page('')).summary).toEqual(all);
    // The cards are filters: each shows the total of the list it opens.
    expect((await page('type=commission_payment&status=failed')).summary).toEqual(all);
    expect((await page('start_date=2026-10-01&end_date=2026-10-31')).summary).toEqual({
      customer_total: 30,
      commission_total: 0,
      pending_count: 0,
      transactions: 1,
    });
  });

  it('decisions 8.05: answers rows and totals alone, and both together as before', async () => {
    const { pagination, summary, data } = await page('limit=2&status=pending');
    const rows = await page('limit=2&status=pending&part=rows');
    expect(rows).toEqual({ data, pagination: { ...pagination, total: null } });
    const totals = await page('status=pending&part=totals');
    expect(totals).toEqual({ data: [], pagination: { cursor: null, limit: 25, total: 3 }, summary });
  });

  it('are filtered by type, status, period, person and search', async () => {
    expect(await references('type=commission_payment')).toEqual(['DD-2', 'DD-1']);
    expect(await references('status=pending')).toEqual(['DD-2', 'Wait', 'DD-1']);
    expect(await references('start_date=2026-09-01&end_date=2026-10-31')).toEqual(['R-2', 'R-3']);
    expect(await references(`user_id=${world.ids.sam}`)).toEqual(['DD-2', 'DD-1']);
    expect(await references(`user_id=${world.ids.kim}`)).toEqual([]);
    expect(await references('search=r-')).toEqual(['R-1', 'R-0', 'R-2', 'R-3']);
    expect(await references('search=Sam%20Sel')).toEqual(['DD-2', 'DD-1']);
    expect(await references('search=School&sort_field=amount&sort_direction=asc')).toEqual(['R-0', 'R-1', 'R-2', 'R-3', 'Wait', null]);
  });

  it.each(['', 'sort_field=amount', 'sort_direction=asc', 'sort_field=amount&sort_direction=asc'])(
    'spec 4.05: are the same list in pages of one row: %s',
    async (query) => {
      const all = (await page(query)).data.map(({ id }) => id);
      const walked: string[] = [];
      let next: string | null = query;
      while (next !== null) {
        const { data, pagination }: PaymentPage = await page(`${next}&limit=1`);
        walked.push(...data.map(({ id }) => id));
        next = pagination.cursor === null ? null : `cursor=${pagination.cursor}`;
      }
      expect(walked).toEqual(all);
    },
  );

  it('refuse an impossible day by name wherever a list takes days', async () => {
    for (const list of ['payments', 'invoices', 'notifications', 'bank/transactions']) {
      const answer = await world.call('fay', 'GET', `${list}?start_date=2026-13-01&end_date=2026-12-31`);
      expect([answer.statusCode, answer.json().message], list).toEqual([400, 'start_date must be a date that exists, as YYYY-MM-DD.']);
    }
  });

  it('decisions 6.04: answer 400 to an invalid cursor, one of another query, and a range without an end', async () => {
    const { pagination } = await page('limit=1');
    for (const query of ['cursor=abc', `cursor=${pagination.cursor}&type=customer_payment`, 'start_date=2026-01-01', 'status=paid'])
      expect((await world.call('fay', 'GET', `payments?${query}`)).statusCode, query).toBe(400);
  });

  it('spec 2.60: are found by person name or invoice', async () => {
    const result = await world.ok<{ data: { kind: string; customer_id: string }[] }>(world.call('fay', 'GET', 'payments/choices?q=school'));
    expect(result.data).toEqual([{ kind: 'customer', id: String(school), label: 'School 1', customer_id: String(school) }]);
    const { invoice_number } = await world.query.selectFrom('invoices').select('invoice_number').executeTakeFirstOrThrow();
    const byNumber = await world.ok<{ data: { kind: string }[] }>(world.call('fay', 'GET', `payments/choices?q=${invoice_number}`));
    expect(byNumber.data.map(({ kind }) => kind)).toEqual(['invoice']);
  });
});

describe('decisions 2.15: an applied credit memo in the list by amount', () => {
  it('is sorted by its displayed amount across pages', async () => {
    const original = await world.invoice(school, 500_00, '2026-08-01');
    const memo = { salesperson_id: world.ids.sam as number, customer_id: school, booking_date: '2026-08-02', net_cents: -25_00 };
    const invoice_id = await world.facts.addInvoice({ ...memo, credit_of_id: original });
    const receipt = { customer_id: school, amount_cents: 0, received_on: '2026-08-02', method: 'credit memo', state: 'completed' as const };
    const { id: receipt_id } = await world.query.insertInto('receipts').values(receipt).returning('id').executeTakeFirstOrThrow();
    const { received_on: payment_date, method, state } = receipt;
    const back = { receipt_id, invoice_id, amount_cents: -25_00, payment_date, method, state };
    await world.query.insertInto('customer_payments').values(back).execute();
    for (const [direction, amounts] of [
      ['asc', [10, 20, 20, 25, 30, 30, 40, 99, 5000]],
      ['desc', [5000, 99, 40, 30, 30, 25, 20, 20, 10]],
    ] as const) {
      const query = `sort_field=amount&sort_direction=${direction}`;
      const { data } = await page(query);
      expect(data.map(({ amount }) => amount)).toEqual(amounts);
      const first = await page(`${query}&limit=5`);
      const next = await page(`cursor=${first.pagination.cursor}&limit=5`);
      expect([...first.data, ...next.data].map(({ id }) => id)).toEqual(data.map(({ id }) => id));
    }
  });
});
