import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createClauseCompany } from '../../support/clauses.ts';

const company = await createClauseCompany();
const { server, ids, facts, book, plan, recordsOf } = company;
afterAll(() => server.close());
beforeEach(() => company.newDay());

const amountOf = async (invoice: number) => (await recordsOf(invoice)).map(([, , amount]) => amount);

describe('decisions 2.08: rates by customer age', () => {
  it('pay 10% in the first year and 5% later, and reprice all sales when an older first invoice appears or disappears', async () => {
    await plan({ tiers: [{ from: 0, rate: 0.05 }], rates: [{ match: { customer_months: { below: 12 } }, base_commission_rate: 0.1 }] });
    const acme = { customer_name: ' Acme Academy' };
    const first = await book('sam', '2026-02-10', 1000, acme);
    const second = await book('sam', '2026-05-09', 1000, { customer_name: 'ACME academy ' });
    const other = await book('sam', '2026-05-09', 1000, { customer_name: 'Other' });
    expect([await amountOf(first), await amountOf(second), await amountOf(other)]).toEqual([[100_00], [100_00], [100_00]]);
    const memo = await book('sam', '2026-05-12', -500, { ...acme, credit_of_id: second, gross_cents: -500_00 });
    const older = await book('kim', '2025-05-09', 1000, acme);
    expect([await amountOf(first), await amountOf(second), await amountOf(memo), await amountOf(other)]).toEqual([
      [100_00],
      [50_00],
      [-25_00],
      [100_00],
    ]);
    await facts.changeInvoice(older, { booking_date: '2025-05-11' });
    expect([await amountOf(second), await amountOf(memo)]).toEqual([[100_00], [-50_00]]);
    await facts.changeInvoice(older, { booking_date: '2025-02-01' });
    expect(await amountOf(first)).toEqual([50_00]);
    await facts.changeInvoice(older, { state: 'cancelled' });
    expect([await amountOf(first), await amountOf(second)]).toEqual([[100_00], [100_00]]);
    expect((await facts.recordsOf(second))[0]?.user_id).toBe(ids.sam);
    await plan({});
  });
});
