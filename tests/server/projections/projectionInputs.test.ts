import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectionInputs } from '../../../contract/entities/projection.ts';
import { nextDeal } from '../../../contract/rules/commission/nextDeal.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let sam: number;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await testApp();
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson' });
  await server.add({ email: 'kim@example.test', role: 'salesperson' });
  await server.add({ email: 'fay@example.test', role: 'finance' });
  for (const name of ['sam', 'kim', 'fay']) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  const invoice = { customer_name: 'Acme', salesperson_id: sam, gross_cents: 60_000_00, net_cents: 60_000_00, state: 'sent' as const };
  await server.db.query
    .insertInto('invoices')
    .values([
      { ...invoice, invoice_number: 'A-1', booking_date: '2026-10-05' },
      { ...invoice, invoice_number: 'A-2', booking_date: '2026-11-05', net_cents: 33_333_33 },
      { ...invoice, invoice_number: 'A-3', booking_date: '2026-09-05' },
    ])
    .execute();
});
afterAll(() => server.close());

const inputs = async (name: string, query = '') =>
  server.call('GET', `/api/v1/commissions/projections/inputs?${query}`, { token: tokens[name] });

describe('earnings from one more deal', () => {
  it('decisions 2.13: match between browser and server projection for any amount', async () => {
    const known: ProjectionInputs = (await inputs('sam')).json();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200_000_00 }), async (cents) => {
        const answer = await server.call('POST', '/api/v1/commissions/projections', {
          token: tokens.sam,
          body: {
            user_id: String(sam),
            start_date: '2026-10-01',
            end_date: '2026-12-31',
            deal_ids: [],
            weighted: false,
            extra: [{ net_revenue: cents / 100, booking_date: known.today }],
          },
        });
        const { rows, after, next_threshold } = answer.json();
        expect(nextDeal(known, cents)).toEqual({
          commission: rows[0].commission,
          rate: rows[0].rate,
          attainment: after.quota_attainment,
          next: next_threshold,
        });
      }),
      { numRuns: 25, seed: 4 },
    );
  });

  it('decisions 2.02: use the higher rate beyond the quota', async () => {
    const known: ProjectionInputs = (await inputs('sam')).json();
    // 93,333.33 of 100,000 booked: 6,666.67 at 5% and 3,333.33 at 7.5%.
    expect(nextDeal(known, 10_000_00)).toMatchObject({ commission: 583.33, attainment: 1.0333333 });
    expect(nextDeal({ ...known, plan: null }, 10_000_00)).toBeNull();
  });

  it('decisions 3.03: are visible only to people who may see that person', async () => {
    expect((await inputs('fay', `user_id=${sam}`)).statusCode).toBe(200);
    expect((await inputs('kim', `user_id=${sam}`)).statusCode).toBe(403);
    expect((await inputs('fay', 'user_id=999999')).statusCode).toBe(404);
  });
});
