import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createClauseCompany } from '../../support/clauses.ts';
import { expectLinesRecomputed } from '../../support/statementLines.ts';

const company = await createClauseCompany();
const { server, ids, facts, as, book, plan, recordsOf, idOf, why } = company;
afterAll(() => server.close());
beforeEach(() => company.newDay());
const quarter = { start_date: '2026-04-01', end_date: '2026-06-30' };
const amountsOf = async (...invoices: number[]) =>
  (await Promise.all(invoices.map((invoice) => recordsOf(invoice)))).flatMap((records) => records.map(([, , amount]) => amount));

describe('issue 49: gates, kickers and parts of the quota', () => {
  it('are stored with the record and used in Why, projection, attainment and the statement check', async () => {
    await plan({
      quota: {
        parts: [
          { id: 'schools', match: { customer_type: 'School' }, amount: 1000, weight: 0.75 },
          { id: 'others', amount: 1000, weight: 0.25 },
        ],
      },
      rates: [{ quota: 'schools', base_commission_rate: 0.1, over_quota_commission_rate: 0.2 }],
      gates: [{ when: { metric: 'deals', match: { term_months: { from: 24 } }, level: 2 } }],
      gate_mode: 'retroactive',
      kickers: [{ when: { metric: 'margin', level: 0.5 }, times: 1.1 }],
    });
    const first = await book('sam', '2026-05-04', 1500, { customer_type: 'School', term_months: 24 });
    const second = await book('sam', '2026-05-05', 400, { term_months: 12 });
    // 1,000 · 10% + 500 held at 10%. The schools' 1,500 has filled the whole quota, so 400 is held too, at 5%.
    expect(await amountsOf(first, second)).toEqual([15_000, 2000]);
    expect((await why(await idOf(first, ids.sam))).formula.slice(0, 2)).toMatchObject([
      { label: 'Up to quota (customer type School)', text: '1,000.00 × 10.0% = 100.00', clause: 'plans[0].rates[0].base_commission_rate' },
      {
        label: 'At the lower rate until 2 deals in sales that match (contract term from 24 months) is reached',
        text: '500.00 × 10.0% = 50.00',
        clause: 'plans[0].gates[0]',
      },
    ]);
    const projected = (await as('sam', 'GET', '/commissions/projections/inputs')).json();
    expect(projected.bookings?.map(({ adds }: { adds?: object }) => adds)).toContainEqual(
      expect.objectContaining({ 'quota.schools': 150_000 }),
    );
    const { quota_attainment } = (await as('sam', 'GET', `/commissions?${new URLSearchParams(quarter)}`)).json().summary;
    // 1,500 of 1,000 at 75%, and 400 of 1,000 at 25%.
    expect(quota_attainment).toBe(1.225);
    await expectLinesRecomputed(facts.store, ids.sam, quarter, 2);
    const third = await book('sam', '2026-05-06', 100, { term_months: 36, cost_cents: 40_00 });
    // The second deal opens the gate: 500 · 20% − 500 · 10%, 400 · 7.5% − 400 · 5% and 100 · 7.5%; the margin of 60% adds a tenth of 237.50.
    expect(await amountsOf(first, second, third)).toEqual([15_000, 2000, 5000 + 1000 + 750 + 2375]);
    expect((await why(await idOf(third, ids.sam))).formula.map(({ label }: { label: string }) => label)).toContain(
      'Kicker for a margin of 50.0%',
    );
    await expectLinesRecomputed(facts.store, ids.sam, quarter, 3);
    const memo = await book('sam', '2026-05-07', -100, { credit_of_id: third, gross_cents: -100_00 });
    expect(await amountsOf(first, second, third, memo)).toEqual([15_000, 2000, 9125, -9125]);
    await expectLinesRecomputed(facts.store, ids.sam, quarter, 4);
    await plan({});
  });
});
