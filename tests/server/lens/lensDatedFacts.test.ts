import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLensCompany, type LensCompany } from '../support/worlds/lens.ts';

let company: LensCompany;
let record: number;
beforeAll(async () => {
  company = await createLensCompany('2026-06-10');
  company.newDay('2026-06-01T19:00:00Z');
  await company.plan({ rates: [{ match: { territory: 'West' }, base_commission_rate: 0.07 }] });
  await company.live('2026-06-10', async () => {
    await company.change('sam', { territory: 'West', effective_from: '2026-06-01' });
    const invoice = await company.book('sam', '2026-06-08', 10_000);
    record = await company.idOf(invoice, company.ids.sam);
  });
  await company.live('2026-06-12', () => company.change('sam', { territory: 'Midwest', effective_from: '2026-06-05' }));
  company.newDay('2026-06-13T19:00:00Z');
});
afterAll(() => company.server.close());

it('decisions 2.22: a past day shows the person’s facts as known then, today those of the booking date', async () => {
  const get = async (url: string) => (await company.as('ada', 'GET', url)).json();
  expect((await get(`/commissions/${record}`)).commission_amount).toBe(500);
  expect((await get(`/commissions/${record}?asOf=2026-06-11`)).commission_amount).toBe(700);
  const why = await get(`/commissions/${record}/explain?asOf=2026-06-11`);
  expect(JSON.stringify(why)).toContain('territory West');
  expect(JSON.stringify(await get(`/commissions/${record}/explain`))).not.toContain('territory West');
  const summary = `/commissions/summary?start_date=2026-06-01&end_date=2026-06-30&user_id=${company.ids.sam}`;
  expect((await get(summary)).summary.period_commission).toBe(500);
  expect((await get(`${summary}&asOf=2026-06-11`)).summary.period_commission).toBe(700);
});
