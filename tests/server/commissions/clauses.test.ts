import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createClauseCompany } from '../support/clauses.ts';
import { JSON_PATCH } from '../support/worlds/events.ts';

const company = await createClauseCompany();
const { server, ids, book, change, as, plan, recordsOf, idOf, why } = company;
afterAll(() => server.close());
beforeEach(() => company.newDay());

describe('decisions 2.08: special rates for some sales', () => {
  it('prices a record by the first matching rule, names it in Why and links the rule to the record', async () => {
    await plan({
      rates: [
        { match: { customer_type: 'Library' }, base_commission_rate: 0.03 },
        { match: { territory: 'West' }, base_commission_rate: 0.09 },
      ],
    });
    const library = await book('sam', '2026-05-04', 1000, { customer_type: 'Library' });
    const other = await book('sam', '2026-05-05', 1000);
    expect([await recordsOf(library), await recordsOf(other)]).toEqual([
      [[ids.sam, 100_000, 3_000, 1_000_000, 'sale']],
      [[ids.sam, 100_000, 5_000, 1_000_000, 'sale']],
    ]);
    const record = await idOf(library, ids.sam);
    expect((await why(record)).formula[0]).toMatchObject({
      label: 'Up to quota (customer type Library)',
      text: '1,000.00 × 3.0% = 30.00',
      clause: 'plans[0].rates[0].base_commission_rate',
    });
    const query = 'start_date=2026-05-01&end_date=2026-05-31';
    const priced = (await as('ada', 'GET', `/plans/default/clauses?${query}`)).json();
    expect(priced.data.filter(({ key }: { key: string }) => key === 'rates.0')).toMatchObject([
      { records: 1, amount: 30, path: 'plans[0].rates[0]' },
    ]);
    const { version } = priced.data[0];
    const rows = (await as('ada', 'GET', `/plans/default/records?${query}&key=rates.0&version=${version}`)).json();
    expect(rows.data.map(({ id }: { id: string }) => id)).toEqual([String(record)]);
  });

  it('moves records when a territory changes, and stops people from changing their own for more pay', async () => {
    const invoice = await book('sam', '2026-05-06', 1000);
    await change('sam', { territory: 'West', effective_from: '2026-05-01' });
    expect(await recordsOf(invoice)).toEqual([[ids.sam, 100_000, 9_000, 1_000_000, 'sale']]);
    const refused = await as('sam', 'PATCH', '/users/me', { territory: 'Midwest' });
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { territory: 'Your territory decides what your plan pays: ask an administrator to change it.' },
    ]);
    await change('sam', { territory: '', effective_from: '2026-05-01' });
    await plan({});
  });
});

describe('decisions 2.09: pricing by clause', () => {
  it('separates tiers of the same rate by range in totals, lists and Why (issue 45, 16)', async () => {
    await plan({
      quota: { amount: 1000 },
      tiers: [
        { from: 0, rate: 0.05 },
        { from: 1, rate: 0.08 },
        { from: 1.5, rate: 0.05 },
      ],
    });
    const sold = [await book('sam', '2026-02-07', 1600), await book('sam', '2026-02-08', 100)];
    const query = `start_date=2026-02-07&end_date=2026-02-08&user_id=${ids.sam}`;
    const { data } = (await as('ada', 'GET', `/plans/default/clauses?${query}`)).json();
    const sums = data.map(({ key, records, net_revenue }: Record<string, unknown>) => [key, records, net_revenue]);
    expect(sums).toEqual([
      ['tiers.0', 1, 1000],
      ['tiers.1', 1, 500],
      ['tiers.2', 2, 200],
    ]);
    const listed = await as('ada', 'GET', `/plans/default/records?${query}&key=tiers.2&version=${data[0].version}`);
    expect(listed.json().data.map(({ net_revenue }: { net_revenue: number }) => net_revenue)).toEqual([100, 100]);
    const record = await idOf(sold[1] ?? 0, ids.sam);
    expect((await why(record)).formula[0]).toMatchObject({ label: 'From 150.0% of quota', clause: 'plans[0].tiers[2]' });
    await plan({});
  });
});

describe('decisions 2.08: rates by event activity', () => {
  it('prices by the event that names the invoice, and reprices when staff adds the number later', async () => {
    await plan({ rates: [{ match: { activity_type: ['Python'] }, base_commission_rate: 0.06 }] });
    const about = { customer_name: 'Acme School', activity_type: 'Python', src_id: 'clauses-1' };
    const { id } = await server.db.query
      .insertInto('events')
      .values(about as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const invoice = await book('sam', '2026-05-06', 1000, { invoice_number: 'PY-1' });
    expect(await recordsOf(invoice)).toEqual([[ids.sam, 100_000, 5_000, 1_000_000, 'sale']]);
    const edited = await server.call('PATCH', `/api/v1/events/${id}`, {
      token: await company.tokenOf('ada'),
      headers: { 'content-type': JSON_PATCH },
      body: JSON.stringify([{ op: 'add', path: '/invoice_id', value: 'PY-1' }]) as never,
    });
    expect(edited.statusCode, edited.body).toBe(200);
    expect(await recordsOf(invoice)).toEqual([[ids.sam, 100_000, 6_000, 1_000_000, 'sale']]);
    await plan({});
  });
});
