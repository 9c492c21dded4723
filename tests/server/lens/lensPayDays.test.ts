import { afterAll, expect, it } from 'vitest';
import { createLensCompany } from '../support/worlds/lens.ts';

const company = await createLensCompany('2026-06-10');
afterAll(() => company.server.close());

it('decisions 2.29: under the time lens Why names the pay day known that day, whatever runs came later', async () => {
  const { live, book, facts, as, ids } = company;
  let invoice = 0;
  await live('2026-06-11', async () => {
    invoice = await book('sam', '2026-06-03', 10_000);
    await facts.pay(invoice, 1_000_000, '2026-06-11');
  });
  const path = `/commissions/${await company.idOf(invoice, ids.sam)}/explain`;
  const why = async (query = '') => (await as('ada', 'GET', `${path}${query}`)).json();
  const before = await why();
  expect(JSON.stringify(before)).toContain('The next pay day is Jun 30, 2026.');

  let run = { id: '', version: 0 };
  await live('2026-06-12', async () => {
    const proposed = await as('fin', 'POST', '/payout-runs', { month: '2026-06', pay_on: '2026-06-30' });
    expect(proposed.statusCode, proposed.body).toBe(201);
    run = proposed.json();
  });
  const proposed = await why();
  expect(proposed).not.toEqual(before);
  expect(await why('?asOf=2026-06-11')).toEqual(before);

  await live('2026-06-13', async () => {
    const canceled = await as('fin', 'POST', `/payout-runs/${run.id}/cancel`, { version: run.version });
    expect(canceled.statusCode, canceled.body).toBe(200);
  });
  expect(JSON.stringify(await why())).toContain('The next pay day is Jun 30, 2026.');
  expect(JSON.stringify(await why('?asOf=2026-06-12'))).not.toContain('The next pay day is Jun 30, 2026.');
});
