import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowPath, FlowState, Flows } from '../../../contract/entities/flow.ts';
import { addRecord } from '../support/records.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let payout: string;
let settled: number;
const flows = (name = 'fay'): Promise<Flows> => world.ok<Flows>(world.call(name, 'GET', 'flows'));
const path = (lifecycle: string, id: string): Promise<FlowPath> => world.ok<FlowPath>(world.call('fay', 'GET', `flows/${lifecycle}/${id}`));
const stateOf = async (flow: string, state: string): Promise<FlowState | undefined> =>
  (await flows()).data.find(({ name }) => name === flow)?.states.find(({ name }) => name === state);
/** The figures of each state: name, records, amount, oldest and median days. */
const figuresOf = async (flow: string) =>
  (await flows()).data
    .find(({ name }) => name === flow)
    ?.states.map(({ name, records, amount, oldest_days, median_days }) => [name, records, amount, oldest_days, median_days]);
/** A payment to Kim that has been waiting for approval since that day. */
const pending = (amount_cents: number, day: string) =>
  world.query
    .insertInto('payouts')
    .values({
      user_id: world.ids.kim as number,
      amount_cents,
      paid_on: '2026-11-21',
      method: 'direct deposit',
      reference: null,
      state: 'pending',
      reversal_of_id: null,
      created_by: world.ids.fay as number,
      approved_by: null,
      created_at: `${day}T12:00:00.000Z`,
    })
    .execute();
const stepsOf = ({ steps }: FlowPath) => steps.map(({ from, state, event, actor }) => [from, state, event, actor]);

beforeAll(async () => {
  world = await createPayoutWorld();
  const customer = await world.customer();
  settled = await world.invoice(customer, 1000_00, '2026-11-02');
  await world.facts.pay(settled, 1000_00, '2026-11-05');
  await world.invoice(customer, 2000_00, '2026-11-11');
  const half = await world.invoice(customer, 500_00, '2026-11-20');
  await world.facts.pay(half, 200_00, '2026-11-20');
  const first = await world.record(world.payoutBody({ amount: '50.00' }));
  payout = first.id.slice(3);
  await world.ok(world.step('finn', first, 'approve'));
  for (const [cents, day] of [
    [40_00, '2026-11-01'],
    [60_00, '2026-11-19'],
  ] as const)
    await pending(cents, day);
});
afterAll(() => world.server.close());

describe('decisions 2.37: flow of money', () => {
  it('counts records, amounts and days in each state', async () => {
    expect(await figuresOf('payout')).toEqual([
      ['pending', 2, 100, 20, 20],
      ['processing', 1, 50, 0, 0],
      ['completed', 0, 0, null, null],
      ['failed', 0, 0, null, null],
    ]);
    const { data, as_of } = await flows();
    expect(as_of).toBe('2026-11-21');
    const { waiting_records, waiting_amount } = data.find(({ name }) => name === 'payout') as Flows['data'][number];
    expect([waiting_records, waiting_amount]).toEqual([3, 150]);
  });

  it('counts sent invoices by open balance until settled', async () => {
    expect(await figuresOf('invoice')).toEqual([
      ['draft', 0, 0, null, null],
      ['sent', 2, 2300, 10, 10],
      ['cancelled', 0, 0, null, null],
    ]);
  });

  it('counts an unreviewed month as open since its first day', async () => {
    expect(await figuresOf('payPeriod')).toEqual([
      ['open', 1, 175, 20, 20],
      ['review', 0, 0, null, null],
      ['closed', 0, 0, null, null],
      ['reopened', 0, 0, null, null],
    ]);
  });

  it('counts unpaid commission records by status, with what is earned and not paid out', async () => {
    expect(await figuresOf('commission')).toEqual([
      ['computed', 0, 0, null, null],
      ['not_due', 2, 125, 10, 10],
      ['due', 1, 50, 0, 0],
      ['partially_paid', 0, 0, null, null],
      ['paid', 0, 0, null, null],
      ['over_paid', 0, 0, null, null],
    ]);
  });

  it('leaves records that earned $0 out of those that wait', async () => {
    const before = await figuresOf('commission');
    await addRecord(world.server.db, { user_id: world.ids.kim as number, booking_date: '2026-01-02', amount_cents: 0 });
    expect(await figuresOf('commission')).toEqual(before);
  });

  it('follows a held record until its release, and a hold that ends on its day', async () => {
    const { id, invoice_number } = await world.facts.recordOf(settled);
    const hold = () =>
      world.ok(world.call('fay', 'PUT', `commissions/${id}/hold`, { reason: 'Contract unclear', release_on: '2026-12-01' }));
    await hold();
    expect(await stateOf('hold', 'held')).toMatchObject({ records: 1, amount: 50, waits: true, oldest_days: 0 });
    expect(stepsOf(await path('commission', String(id))).at(-2)).toEqual(['due', 'not_due', 'Commission recalculated', 'Fay Finch']);
    expect(stepsOf(await path('hold', String(id)))[0]).toEqual([null, 'held', 'Held', 'Fay Finch']);
    expect((await world.call('finn', 'DELETE', `commissions/${id}/hold`)).statusCode).toBe(204);
    const released = await path('hold', String(id));
    expect([released.state, released.label, stepsOf(released).at(-1)]).toEqual([
      'released',
      `Sam Seller, ${invoice_number}`,
      ['held', 'released', 'Hold released', 'Finn Ferro'],
    ]);
    await hold();
    await world.setClock('2026-12-02T12:00:00.000Z');
    expect(await stateOf('hold', 'ended')).toMatchObject({ records: 1, waits: false, oldest_days: 1 });
    await world.setClock('2026-11-21T12:00:00.000Z');
  });

  it('counts customer payments until they are completed, but still shows the path of a completed one', async () => {
    const customer = await world.customer();
    const receipt = await world.record(world.receiptBody(customer, { amount: '70.00', cleared: false, allocations: [] }));
    expect((await figuresOf('receipt'))?.filter(([state]) => state !== 'failed')).toEqual([
      ['pending', 1, 70, 0, 0],
      ['completed', 0, 0, null, null],
    ]);
    await world.ok(world.step('finn', receipt, 'approve'));
    expect((await figuresOf('receipt'))?.filter(([, records]) => records !== 0)).toEqual([]);
    expect((await world.call('fay', 'GET', `flows/receipt/${receipt.id.slice(3)}`)).statusCode).toBe(200);
  });

  it('takes states and guards from the machine', async () => {
    const { description, exits, waits, oldest } = (await stateOf('payout', 'pending')) as FlowState;
    expect(description).toBe("The payment waits for a second person's approval.");
    expect(exits).toEqual([
      { event: 'approve', target: 'processing', guard: 'Waits for a second approver who neither recorded it nor is paid by it' },
      { event: 'release', target: 'processing', guard: 'Waits for the approval of its payout run' },
      { event: 'fail', target: 'failed', guard: 'Only with a reason, and outside of a payout run' },
    ]);
    expect(waits).toBe(true);
    expect(oldest.map(({ label, amount, days }) => [label, amount, days])).toEqual([
      ['Kim Keller', 40, 20],
      ['Kim Keller', 60, 2],
    ]);
    expect((await stateOf('payout', 'completed'))?.waits).toBe(false);
    expect(await stateOf('adjustment', 'submitted')).toMatchObject({
      exits: [
        { event: '', target: 'approved', guard: "It is within the threshold and doesn't pay its author" },
        { event: '', target: 'pending', guard: null },
      ],
    });
  });

  it('reads a record’s path from the audit log', async () => {
    const walked = await path('payout', payout);
    expect([walked.label, walked.state, walked.amount, walked.days]).toEqual(['Sam Seller', 'processing', 50, 0]);
    expect(stepsOf(walked)).toEqual([
      [null, 'pending', 'Commission payment recorded', 'Fay Finch'],
      ['pending', 'processing', 'Commission payment approved', 'Finn Ferro'],
    ]);
  });

  it('reads the path of an invoice that no longer waits, and of a month', async () => {
    expect(await path('invoice', String(settled))).toMatchObject({ state: 'sent', amount: 0, days: 19, steps: [] });
    await world.ok(world.call('fay', 'POST', 'periods/2026-11/review', {}));
    const month = await path('payPeriod', '2026-11');
    expect([month.label, month.state, month.days]).toEqual(['Nov 2026', 'review', 0]);
    expect(stepsOf(month)).toEqual([['open', 'review', 'Period review', 'Fay Finch']]);
    expect(await figuresOf('payPeriod')).toEqual([
      ['open', 0, 0, null, null],
      ['review', 1, 175, 0, 0],
      ['closed', 0, 0, null, null],
      ['reopened', 0, 0, null, null],
    ]);
  });

  it('starts a payout run’s path with its first action', async () => {
    const run = await world.ok<{ id: string }>(world.call('fay', 'POST', 'payout-runs', { month: '2026-11', pay_on: '2026-11-30' }), 201);
    expect(stepsOf(await path('payoutRun', run.id))).toEqual([[null, 'proposed', 'Payout run proposed', 'Fay Finch']]);
  });

  it('answers 404 to an unknown record and 400 to an unknown lifecycle', async () => {
    expect(await world.refused(world.call('fay', 'GET', 'flows/deal/999'))).toEqual([404, 'not_found']);
    expect(await world.refused(world.call('fay', 'GET', 'flows/deal/2026-10'))).toEqual([404, 'not_found']);
    expect((await world.call('fay', 'GET', 'flows/quota/1')).statusCode).toBe(400);
    expect((await world.call('fay', 'GET', 'flows/deal/x')).statusCode).toBe(400);
  });

  it('allows finance and admin only', async () => {
    const statuses = ['ada', 'fay', 'vic', 'mia', 'sam', 'eve'].map(async (name) => (await world.call(name, 'GET', 'flows')).statusCode);
    expect(await Promise.all(statuses)).toEqual([200, 200, 403, 403, 403, 403]);
    expect((await world.call('vic', 'GET', `flows/payout/${payout}`)).statusCode).toBe(403);
  });
});
