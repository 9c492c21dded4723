import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Explanation } from '../../../contract/entities/explanation.ts';
import type { NextPayout } from '../../../contract/entities/payout.ts';
import type { PayoutRun, PayoutRunList } from '../../../contract/entities/payoutRun.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let school: number;
beforeEach(async () => {
  world = await createPayoutWorld();
  school = await world.customer();
  await world.query.updateTable('users').set({ joined_on: '2026-01-05' }).execute();
});
afterEach(() => world.server.close());

const id = (name: string): number => world.ids[name] as number;
const get = <T>(name: string, path: string): Promise<T> => world.ok<T>(world.call(name, 'GET', path));
const save = (config: object) =>
  world.ok(world.call('ada', 'PUT', 'settings/general', { companyName: 'C', commissionsConfig: JSON.stringify(config) }));
/** An invoice that earns 5%, paid immediately. */
const addPaidInvoice = async (cents: number, day: string): Promise<number> => {
  const invoice = await world.invoice(school, cents * 20, day);
  await world.facts.pay(invoice, cents * 20, day);
  return invoice;
};
const check = (name = 'fay'): Promise<NextPayout> => get(name, `payouts/next?user_id=${id('sam')}`);
const nextRun = async () => (await get<PayoutRunList>('fay', 'payout-runs')).next;
const propose = (month: string, pay_on: string) => world.ok<PayoutRun>(world.call('fay', 'POST', 'payout-runs', { month, pay_on }), 201);
const approve = (run: PayoutRun) =>
  world.ok<PayoutRun>(world.call('finn', 'POST', `payout-runs/${run.id}/approve`, { version: run.version }));
const pay = async (month: string, pay_on: string): Promise<void> => {
  const run = await approve(await propose(month, pay_on));
  await world.ok(world.call('fay', 'POST', `payout-runs/${run.id}/complete`, {}));
};
const endEmployment = (day: string) => world.query.updateTable('users').set({ left_on: day }).where('id', '=', id('sam')).execute();
const why = async (invoice: number) => {
  const { blocks, takes } = await get<Explanation>('fay', `commissions/${(await world.facts.recordOf(invoice)).id}/explain`);
  return [...(blocks ?? []).map(({ sentence }) => sentence), ...(takes ?? []).map(({ sentence }) => sentence)];
};

describe('decisions 2.29: the next check and its run', () => {
  it('a run in arrears pays nothing booked after its month', async () => {
    await save({ payout: { day: 28 } });
    const october = await addPaidInvoice(1000_00, '2026-10-05');
    const november = await addPaidInvoice(300_00, '2026-11-05');
    const { ready, ready_on } = await check('sam');
    expect([ready, ready_on, await nextRun()]).toEqual([1000, '2026-11-28', { month: '2026-10', pay_on: '2026-11-28' }]);
    expect(await why(october)).toEqual(['$1,000.00 waits for a payout. The next pay day is Nov 28, 2026.']);
    expect(await why(november)).toEqual(['$300.00 waits for a payout. The next pay day is Dec 28, 2026.']);
    expect((await check('sam')).later).toEqual([{ amount: 300, pay_on: '2026-12-28' }]);
    const { data } = await propose('2026-10', '2026-11-28');
    expect(data.map(({ user_name, amount }) => [user_name, amount])).toEqual([['Sam Seller', 1000]]);
  });

  it('a later run of an earlier month leaves the next month unchanged', async () => {
    await addPaidInvoice(100_00, '2026-09-05');
    await pay('2026-11', '2026-11-30');
    await world.setClock('2026-12-02T18:00:00Z');
    await addPaidInvoice(50_00, '2026-09-06');
    await pay('2026-09', '2026-12-05');
    expect(await nextRun()).toEqual({ month: '2026-12', pay_on: '2026-12-31' });
  });
});

describe('decisions 2.29: every owed cent is on one line of the next check', () => {
  /** Cents of the lines: in progress, ready or held back, of later months, waiting and on hold. */
  const linesOf = async (): Promise<number> => {
    const { in_progress, ready, held_back, later = [], waiting, held } = await check('sam');
    const dollars = [...in_progress, ...later].reduce((sum, { amount }) => sum + amount, ready + (held_back?.amount ?? 0) + waiting + held);
    return Math.round(dollars * 100);
  };
  const hold = async (invoice: number) => {
    const { id: record } = await world.facts.recordOf(invoice);
    return world.ok(world.call('fay', 'PUT', `commissions/${record}/hold`, { reason: 'Checking' }));
  };
  /** Cents earned or adjusted and not yet paid. */
  const owed = async (): Promise<number> => {
    const records = await world.query.selectFrom('commission_records').selectAll().where('user_id', '=', id('sam')).execute();
    return records.reduce((sum, row) => sum + row.amount_cents + row.adjustments_cents - row.paid_cents, 0);
  };

  it.each([
    ['the last day of the month', { payout: { day: 'last_day' } }],
    ['a fixed day, for the month before', { payout: { day: 28 } }],
    ['a minimum that no payout reaches', { payout: { day: 28, minimum: 100_000 } }],
    [
      'half at booking',
      {
        plans: [
          {
            id: 'a',
            due: [
              { share: 0.5, when: 'on_booking' },
              { share: 0.5, when: 'invoice_paid_in_full' },
            ],
          },
        ],
        payout: { day: 28 },
      },
    ],
  ])('with pay on %s', async (_, config) => {
    await save(config);
    // Sales over five months: a third paid in full, a third by half, a third not at all; one of the unpaid ones is on hold.
    for (let index = 0; index < 15; index += 1) {
      const day = `2026-${String(7 + (index % 5)).padStart(2, '0')}-${String(1 + index).padStart(2, '0')}`;
      const cents = 1000_00 + index * 111_11;
      const invoice = await world.invoice(school, cents, day);
      if (index % 3 < 2) await world.facts.pay(invoice, index % 3 === 0 ? cents : Math.round(cents / 2), day);
      if (index === 5) await hold(invoice);
    }
    expect(await owed()).toBeGreaterThan(0);
    expect(await linesOf()).toBe(await owed());
    const { month, pay_on } = await nextRun();
    if ((await check()).held_back) return;
    const run = await propose(month, pay_on);
    expect(await linesOf()).toBe(await owed());
    await approve(run);
    expect(await linesOf()).toBe(await owed());
    await world.ok(world.call('fay', 'POST', `payout-runs/${run.id}/complete`, {}));
    expect(await linesOf()).toBe(await owed());
  });
});

describe('decisions 2.08, 2.29: draw still owed after the next check', () => {
  const drawn = (draw: object = {}) =>
    save({
      plans: [
        { id: 'others', applies_to: { roles: ['sales_manager', 'vp_sales'] } },
        { id: 'sellers', applies_to: { roles: ['salesperson'] }, draw: { amount: 2000, recoverable: true, ...draw } },
      ],
    });

  it.each([
    ['recover', { drawn: 0, recovered: 1500, owed: 500 }],
    ['forgive', undefined],
  ] as const)('after employment has ended, %s says %o', async (at_leaving, draw) => {
    await drawn({ at_leaving });
    await pay('2026-10', '2026-11-21');
    await endEmployment('2026-11-10');
    await addPaidInvoice(1500_00, '2026-11-05');
    expect((await check()).draw).toEqual(draw);
  });

  it('does not count the draws of later payments in progress', async () => {
    await drawn();
    await approve(await propose('2026-10', '2026-11-21'));
    await propose('2026-11', '2026-11-30');
    const { next, in_progress, draw } = await check();
    expect([next.amount, in_progress.length, draw]).toEqual([2000, 2, { drawn: 2000, recovered: 0, owed: 2000 }]);
  });
});
