import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createClauseCompany } from '../support/clauses.ts';

const company = await createClauseCompany();
const { server, ids, book, as, plan, idOf, why, close } = company;
afterAll(() => server.close());
beforeEach(() => company.newDay());

const storedParts = async (id: number): Promise<unknown> =>
  (await server.db.query.selectFrom('commission_records').select('parts').where('id', '=', id).executeTakeFirstOrThrow()).parts;
/** As stored before the engine recorded reasons. */
const forgetReasons = (id: number) =>
  sql`update commission_records set parts = (
    select coalesce(jsonb_agg(jsonb_build_object('net', part->'net', 'rate', part->'rate')), '[]') from jsonb_array_elements(parts) as part where part->>'net' <> '0')
    where id = ${id}`.execute(server.db.query);
const capped = {
  quota: { amount: 1000 },
  caps: { per_record: 80 },
  tiers: [
    { from: 0, rate: 0.05 },
    { from: 1, rate: 0.08 },
    { from: 1.5, rate: 0.05 },
  ],
};
const reasons = [
  { net: 100_000, rate: 0.05, amount: 5_000, clause: 'tiers.0' },
  { net: 50_000, rate: 0.08, amount: 4_000, clause: 'tiers.1' },
  { net: 50_000, rate: 0.05, amount: 2_500, clause: 'tiers.2' },
  { net: 0, rate: 0, amount: -3_500, clause: 'cap.record' },
];
const query = `start_date=2026-02-07&end_date=2026-02-07&user_id=`;

describe('issue 49, 1: reasons are stored with the record', () => {
  it('names the third part of a sale of twice the quota and the capped amount in the record, Why and the plan’s page', async () => {
    await plan(capped);
    const record = await idOf(await book('sam', '2026-02-07', 2000), ids.sam);
    expect(await storedParts(record)).toEqual(reasons);
    expect((await why(record)).formula).toMatchObject([
      { label: 'Up to quota', text: '1,000.00 × 5.0% = 50.00', amount: 50, clause: 'plans[0].tiers[0]' },
      { label: 'Over quota', text: '500.00 × 8.0% = 40.00', amount: 40, clause: 'plans[0].tiers[1]' },
      { label: 'From 150.0% of quota', text: '500.00 × 5.0% = 25.00', amount: 25, clause: 'plans[0].tiers[2]' },
      { label: 'Cap of the plan', text: '-35.00', amount: -35, clause: 'plans[0].caps.per_record' },
      { label: 'Commission', amount: 80 },
    ]);
    const priced = (await as('ada', 'GET', `/plans/default/clauses?${query}${ids.sam}`)).json();
    expect(priced.data.map(({ key, net_revenue, amount }: Record<string, unknown>) => [key, net_revenue, amount])).toEqual([
      ['cap.record', 0, -35],
      ['tiers.0', 1000, 50],
      ['tiers.1', 500, 40],
      ['tiers.2', 500, 25],
    ]);
    expect(priced.total).toEqual({ records: 1, amount: 80 });
  });

  it('infers and marks missing reasons, and stores them at the next computation', async () => {
    await plan(capped);
    const invoice = await book('sam', '2026-02-07', 2000);
    const record = await idOf(invoice, ids.sam);
    await forgetReasons(record);
    const { formula } = await why(record);
    expect(formula.map(({ label, inferred = false }: Record<string, unknown>) => [label, inferred])).toEqual([
      ['From 150.0% of quota', true],
      ['Cap of the plan', true],
      ['Commission', false],
    ]);
    await book('sam', '2026-02-08', 10);
    expect(await storedParts(record)).toMatchObject([{ clause: 'tiers.2' }, { clause: 'cap.record' }]);
  });

  it('never rewrites a record of a closed month', async () => {
    await plan(capped);
    const record = await idOf(await book('kim', '2026-01-07', 2000), ids.kim);
    await forgetReasons(record);
    const before = await storedParts(record);
    await close('2026-01');
    await book('kim', '2026-02-08', 10);
    expect(await storedParts(record)).toEqual(before);
    expect((await why(record)).formula[0]).toMatchObject({ label: 'Up to quota', clause: 'plans[0].tiers[0]', inferred: true });
  });
});
