import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Invoice } from '../../../contract/entities/invoice.ts';
import { createInvoiceWorld, refusalOf } from '../support/worlds/invoices.ts';

let world: Awaited<ReturnType<typeof createInvoiceWorld>>;
const plan = {
  quota: { amount: 100_000 },
  tiers: [{ from: 0, rate: 0.05 }],
  rates: [
    { match: { sale_kind: 'renewal' }, base_commission_rate: 0.03 },
    { match: { term_months: { from: 24 } }, base_commission_rate: 0.08 },
    { match: { margin: { below: 0.2 } }, base_commission_rate: 0 },
    { match: { activity_type: 'Robotics' }, base_commission_rate: 0.06 },
    { match: { customer_type: 'School' }, base_commission_rate: 0.07 },
  ],
};
const saved = async (config: object): Promise<void> => {
  const answer = await world.call('ada', 'PUT', 'settings/general', {
    companyName: 'Acme',
    commissionsConfig: JSON.stringify({ plans: [{ id: 'default', ...config }] }),
  });
  expect(answer.statusCode, answer.body).toBe(200);
};

beforeAll(async () => {
  world = await createInvoiceWorld();
});
beforeEach(async () => {
  await world.clear();
  await saved(plan);
});
afterAll(() => world.server.close());

const earned = async (invoice: Pick<Invoice, 'id'>) => (await world.records(invoice)).map(({ amount_cents }) => amount_cents);
const changed = async (invoice: Invoice, body: object, name = 'fay'): Promise<Invoice> =>
  world.ok<Invoice>(await world.put(name, await world.one(invoice), body));

describe('decisions 2.08: sale facts that a plan may pay by', () => {
  it('are entered on a draft, with the customer’s type as default', async () => {
    const facts = { activity_type: 'Robotics', sale_kind: 'new', term_months: '12', cost_amount: '400' };
    expect(await world.drafted(facts)).toMatchObject({
      customer_type: 'library',
      activity_type: 'Robotics',
      sale_kind: 'new',
      term_months: 12,
      cost_amount: 400,
    });
    const draft = await world.drafted({ customer_type: 'School' });
    expect(draft).toMatchObject({ customer_type: 'School', activity_type: null, sale_kind: null, term_months: null, cost_amount: null });
    expect(await changed(draft, world.typed({ customer_type: 'Museum', term_months: '36' }))).toMatchObject({
      customer_type: 'Museum',
      term_months: 36,
    });
  });

  it('can change after sending, and the commission follows', async () => {
    const sent = await world.sent();
    expect(await earned(sent)).toEqual([50_00]);
    await changed(sent, { activity_type: ' robotics ' });
    expect(await earned(sent)).toEqual([60_00]);
    await changed(sent, { cost_amount: '900' });
    expect(await earned(sent)).toEqual([0]);
    await changed(sent, { term_months: '24' });
    expect(await earned(sent)).toEqual([80_00]);
    await changed(sent, { sale_kind: 'renewal' });
    expect(await earned(sent)).toEqual([30_00]);
    expect(
      await changed(sent, { sale_kind: '', term_months: '', cost_amount: '', activity_type: '', customer_type: 'School' }),
    ).toMatchObject({
      customer_type: 'School',
      sale_kind: null,
      term_months: null,
      cost_amount: null,
      commission_amount: 70,
    });
  });

  it('come from the invoice for a credit memo', async () => {
    const sent = await world.sent({ term_months: '24' });
    const memo = world.ok<Invoice>(await world.step('fay', await world.one(sent), 'credit-memo', { amount: '1080', notes: 'All of it' }));
    expect([await earned(sent), await earned(memo)]).toEqual([[80_00], [-80_00]]);
    await changed(sent, { term_months: '', customer_type: 'School' });
    expect([await earned(sent), await earned(memo)]).toEqual([[70_00], [-70_00]]);
    expect((await world.one(memo)).customer_type).toBe('School');
    expect(refusalOf(await world.put('fay', await world.one(memo), { term_months: '12' }))[0]).toBe(422);
  });

  it('wait for someone else if they raise their author’s commission (decisions 3.06)', async () => {
    const own = await world.sent({ salesperson_id: String(world.ids.mia) });
    expect(await earned(own)).toEqual([50_00]);
    expect(refusalOf(await world.put('mia', await world.one(own), { term_months: '36' }))).toEqual([202, 'waiting_for_approval']);
    expect(await earned(own)).toEqual([50_00]);
    expect((await world.put('mia', await world.one(own), { sale_kind: 'renewal' })).statusCode).toBe(200);
    expect(await earned(own)).toEqual([30_00]);
  });

  it.each([
    [{ term_months: '0' }, { term_months: 'A term is a whole number of months, from 1 to 600' }],
    [{ term_months: '1.5' }, { term_months: 'A term is a whole number of months, from 1 to 600' }],
    [{ sale_kind: 'upsell' }, { sale_kind: 'Choose new or renewal' }],
    [{ cost_amount: '-1' }, { cost_amount: 'Enter an amount such as 12500 or 300.50' }],
    [{ customer_type: 'x'.repeat(101) }, { customer_type: 'A type must be at most 100 characters' }],
  ])('refuse %j', async (facts, errors) => expect(refusalOf(await world.create('fay', facts))).toEqual([422, errors]));
});

describe('decisions 2.08: gross profit', () => {
  it('can be a plan’s basis: net revenue less cost, zero without a cost, and proportional for a memo', async () => {
    await saved({
      measure: 'gross_profit',
      quota: { amount: 500 },
      tiers: [
        { from: 0, rate: 0.1 },
        { from: 1, rate: 0.2 },
      ],
    });
    const sent = await world.sent();
    expect(await earned(sent)).toEqual([0]);
    const [record] = await world.records(sent);
    const why = async () =>
      world.ok<{ formula: object[]; rows: { kind: string; note: string }[] }>(
        await world.call('ada', 'GET', `commissions/${record?.id}/explain`),
      );
    expect((await why()).formula[0]).toMatchObject({
      label: 'No gross profit: the cost is unknown, or not below net revenue',
      text: '0.00',
      clause: 'plans[0].measure',
    });
    await changed(sent, { cost_amount: '400' });
    // 500 · 10% + 100 · 20%
    expect(await earned(sent)).toEqual([70_00]);
    const { formula, rows } = await why();
    expect(formula.slice(0, 2)).toMatchObject([{ text: '500.00 × 10.0% = 50.00' }, { text: '100.00 × 20.0% = 20.00' }]);
    expect(rows.find(({ kind }) => kind === 'invoice')?.note).toBe('gross $1,080.00, gross profit $600.00');
    expect(await world.records(sent)).toMatchObject([
      { net_cents: 1000_00, base_cents: 500_00, over_cents: 100_00, commissionable_cents: 600_00 },
    ]);
    const memo = world.ok<Invoice>(await world.step('fay', await world.one(sent), 'credit-memo', { amount: '540', notes: 'Half of it' }));
    // 300 are left: 300 · 10% − 70.
    expect([await earned(memo), (await world.records(memo))[0]?.commissionable_cents]).toEqual([[-40_00], -300_00]);
    await saved(plan);
  });
});
