import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { addReceipt } from '../support/facts.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await createClosingCompany();
});
afterEach(() => world.server.close());

/** A person's notifications about commissions, oldest first. */
const noticesTo = async (name: keyof ClosingCompany['ids']) =>
  world.server.db.query
    .selectFrom('notifications')
    .select(['title', 'message', 'link'])
    .where('user_id', '=', world.ids[name])
    .where('type', '=', 'commission')
    .orderBy('id')
    .execute();
const titlesTo = async (name: keyof ClosingCompany['ids']) => (await noticesTo(name)).map(({ title }) => title);
/** Begins a day, as the first instance to notice it does. */
const begin = async (day: string): Promise<void> => {
  world.server.clock.set(`${day}T18:00:00Z`);
  await instanceWorker(
    world.server.db,
    (error) => {
      throw error;
    },
    world.server.clock,
  ).drain();
};

describe('decisions 5.02: each notification links to its subject', () => {
  it('a commission that becomes due: to its record, in the month of its booking', async () => {
    const invoice = await world.book('sam', '2026-09-10', 10_000);
    await world.facts.pay(invoice, 10_000_00, '2026-11-20');
    await begin('2026-11-20');
    const { id } = await world.facts.recordOf(invoice);
    expect((await noticesTo('sam')).at(-1)).toMatchObject({
      title: 'Commission due',
      link: `/commissions?period=month&start=2026-09-01&end=2026-09-30&record=${id}`,
    });
  });

  it('a proposal for a closed month: to the adjustment, in the month in which it would count', async () => {
    await world.close('2026-05');
    await world.book('sam', '2026-05-20', 10_000);
    const { id, effective_date } = await world.server.db.query
      .selectFrom('adjustments')
      .select(['id', 'effective_date'])
      .executeTakeFirstOrThrow();
    const month = effective_date.slice(0, 7);
    const { link } = (await noticesTo('vic')).at(-1)!;
    expect(link).toMatch(new RegExp(`^/commissions\\?period=month&start=${month}-01&end=${month}-\\d\\d&adjustment=${id}$`));
  });
});

describe('decisions 5.02: recomputation notifies the record’s owner', () => {
  it('of due commission once the customer has paid, and again after a bounced payment', async () => {
    const invoice = await world.book('sam', '2026-11-10', 10_000);
    const { id, invoice_number } = await world.facts.recordOf(invoice);
    expect(await noticesTo('sam')).toEqual([]);
    await world.facts.pay(invoice, 10_000_00, '2026-11-20');
    expect(await noticesTo('sam')).toEqual([
      {
        title: 'Commission due',
        message: `$500.00 on invoice ${invoice_number} was released and is due.`,
        link: `/commissions?period=month&start=2026-11-01&end=2026-11-30&record=${id}`,
      },
    ]);
    await world.facts.changeInvoice(invoice, { customer_name: 'Another School' });
    expect(await titlesTo('sam')).toEqual(['Commission due']);
    world.server.clock.advance(1000);
    await world.facts.pay(invoice, -10_000_00, '2026-11-20');
    expect(await titlesTo('sam')).toEqual(['Commission due']);
    world.server.clock.advance(1000);
    await world.facts.pay(invoice, 10_000_00, '2026-11-20');
    expect(await titlesTo('sam')).toEqual(['Commission due', 'Commission due']);
  });

  it('of the overpaid amount when paid-out money is no longer released', async () => {
    const invoice = await world.book('sam', '2026-11-10', 10_000);
    await world.facts.pay(invoice, 10_000_00, '2026-11-20');
    await world.facts.payOut(invoice, 500_00, '2026-11-20');
    await world.facts.pay(invoice, -10_000_00, '2026-11-20');
    const { id, invoice_number } = await world.facts.recordOf(invoice);
    expect((await noticesTo('sam')).at(-1)).toEqual({
      title: 'Commission overpaid',
      message: `$500.00 more was paid on invoice ${invoice_number} than is released.`,
      link: `/commissions?period=month&start=2026-11-01&end=2026-11-30&record=${id}`,
    });
  });

  it('for a closed month too, when its customer pays later', async () => {
    const invoice = await world.book('sam', '2026-05-20', 10_000);
    await world.close('2026-05');
    await world.facts.pay(invoice, 10_000_00, '2026-11-20');
    expect((await noticesTo('sam')).at(-1)?.link).toContain('start=2026-05-01');
  });

  it('of many records in one combined notification', async () => {
    const invoices: number[] = [];
    for (const day of ['03', '04', '05', '06']) invoices.push(await world.book('sam', `2026-11-${day}`, 1_000));
    await world.facts.inTransaction(
      'The bank was read',
      async (trx) => {
        const payment = { amount_cents: 1_000_00, payment_date: '2026-11-20', method: 'ACH', state: 'completed' as const };
        for (const invoice_id of invoices) {
          const row = { ...payment, invoice_id, reference: null, reversal_of_id: null, notes: null };
          await trx
            .insertInto('customer_payments')
            .values({ ...row, receipt_id: await addReceipt(trx, payment) })
            .execute();
        }
        return { result: undefined, ids: [] };
      },
      invoices,
    );
    expect(await noticesTo('sam')).toEqual([
      {
        title: 'Commissions due',
        message: '4 commissions were released and are due, $200.00 in all.',
        link: '/commissions?period=month&start=2026-11-01&end=2026-11-30',
      },
    ]);
  });

  it('of nothing when a new configuration recomputes the whole company', async () => {
    await world.book('sam', '2026-11-10', 10_000);
    await world.save({ plans: [{ due: { when: 'on_booking' } }] });
    expect(await noticesTo('sam')).toEqual([]);
  });
});
