import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let world: ClosingCompany;
let fay: number;
let eve: number;
beforeAll(async () => {
  world = await createClosingCompany();
  fay = await world.server.add({ email: 'fay@example.test', role: 'finance', first_name: 'fay' });
  eve = await world.server.add({ email: 'eve@example.test', role: 'events_manager', first_name: 'eve' });
});
afterAll(() => world.server.close());
beforeEach(() => world.server.db.query.deleteFrom('notifications').execute());

const noticesTo = (id: number) =>
  world.server.db.query.selectFrom('notifications').select(['title', 'message', 'link']).where('user_id', '=', id).orderBy('id').execute();
const titlesTo = async (id: number) => (await noticesTo(id)).map(({ title }) => title);
/** Runs the morning schedules. */
const morning = async (day: string): Promise<void> => {
  world.server.clock.set(`${day}T18:00:00Z`);
  const rethrow = (error: unknown): never => {
    throw error;
  };
  await instanceWorker(world.server.db, rethrow, world.server.clock).drain();
};

describe('decisions 5.02: quota notifications', () => {
  it('announce 80% and 100% of the current quarter once each, and both at once as 100%', async () => {
    world.server.clock.set('2026-11-21T12:00:00Z');
    await world.book('sam', '2026-10-05', 79_000);
    expect(await titlesTo(world.ids.sam)).toEqual([]);
    await world.book('sam', '2026-10-06', 2_000);
    expect((await noticesTo(world.ids.sam)).at(-1)).toEqual({
      title: '80% of quota reached',
      message: '$81,000.00 of your $100,000.00 quota for Q4 2026 is sold.',
      link: '/commissions?period=quarter&start=2026-10-01&end=2026-12-31',
    });
    const last = await world.book('sam', '2026-11-02', 30_000);
    expect(await titlesTo(world.ids.sam)).toEqual(['80% of quota reached', 'Quota reached']);
    await world.facts.changeInvoice(last, { net_cents: 0 });
    await world.facts.changeInvoice(last, { net_cents: 30_000_00 });
    expect(await titlesTo(world.ids.sam)).toEqual(['80% of quota reached', 'Quota reached']);
    await world.book('kim', '2026-11-02', 150_000);
    expect(await titlesTo(world.ids.kim)).toEqual(['Quota reached']);
  });

  it('skip past quarters', async () => {
    await world.book('mia', '2026-08-02', 150_000);
    expect(await titlesTo(world.ids.mia)).toEqual([]);
  });
});

describe('decisions 5.02: invoice notifications', () => {
  it('announce an overdue invoice once to seller and finance, on the day after it was due', async () => {
    const invoice = await world.book('sam', '2026-10-20', 500, { due_date: '2026-11-20' });
    await world.book('sam', '2026-10-20', 500, { due_date: '2026-11-21' });
    const { id, invoice_number } = await world.facts.recordOf(invoice);
    await morning('2026-11-21');
    const message = `Acme School owes $500.00 on invoice ${invoice_number}, due Nov 20, 2026.`;
    expect(await noticesTo(world.ids.sam)).toEqual([
      { title: 'Invoice overdue', message, link: `/commissions?period=month&start=2026-10-01&end=2026-10-31&record=${id}` },
    ]);
    expect(await noticesTo(fay)).toEqual([{ title: 'Invoice overdue', message, link: `/invoices?invoice=${invoice}` }]);
    await morning('2026-11-21');
    expect(await titlesTo(fay)).toEqual(['Invoice overdue']);
  });

  it('combine several overdue invoices for finance', async () => {
    for (const seller of ['sam', 'kim', 'sam', 'kim'] as const) await world.book(seller, '2026-10-21', 100, { due_date: '2026-11-24' });
    await morning('2026-11-25');
    expect((await noticesTo(fay)).at(-1)).toEqual({
      title: 'Invoices overdue',
      message: '5 invoices are now overdue, with $900.00 still to be paid.',
      link: '/invoices?status=overdue',
    });
  });

  it('announce a paid invoice to its seller when a receipt pays the rest, but not to its recorder', async () => {
    const customer = await world.server.db.query
      .insertInto('customers')
      .values({ name: 'Acme School' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const invoice = await world.book('sam', '2026-11-20', 600, { customer_id: customer.id });
    const { invoice_number, id } = await world.facts.recordOf(invoice);
    const body = {
      type: 'customer_payment',
      customer_id: String(customer.id),
      amount: '600.00',
      payment_date: '2026-11-25',
      payment_method: 'ACH',
      allocations: [{ kind: 'invoice', id: String(invoice), amount: '600.00' }],
    };
    const token = (await world.server.signIn('ada@example.test')).access_token;
    expect((await world.server.call('POST', '/api/v1/payments', { token, body })).statusCode).toBe(201);
    const paid = (await noticesTo(world.ids.sam)).find(({ title }) => title === 'Invoice paid');
    expect(paid).toEqual({
      title: 'Invoice paid',
      message: `Acme School paid invoice ${invoice_number} in full: $600.00.`,
      link: `/commissions?period=month&start=2026-11-01&end=2026-11-30&record=${id}`,
    });
    expect(await titlesTo(world.ids.ada)).toEqual([]);
  });
});

describe('decisions 5.02: event notifications', () => {
  beforeEach(() => world.server.db.query.deleteFrom('events').execute());
  const facts = { host_anchor: 'Hana', shift: JSON.stringify({ user: { first_name: 'Zoe', last_name: 'Lin' } }) };
  const addEvent = async (day: string, overrides: object = {}): Promise<number> => {
    const event = { customer_name: 'Reed Library', activity: 'Robots', starts_at: `${day}T17:00:00Z`, day, has_day: true, has_time: true };
    const row = await world.server.db.query
      .insertInto('events')
      .values({ ...event, ...facts, ...overrides })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  };

  const done = { reviewed: 'Yes', pre_program_setup_email_sent: 'Yes', invoice_id: '10234' };
  const noticesOf = async (user: number, word: string): Promise<string[]> =>
    (await noticesTo(user)).filter(({ title }) => title.includes(word)).map(({ title, message }) => `${title}: ${message}`);

  it('warn events managers and the salesperson once about unready events within three days', async () => {
    const ready = { reviewed: 'Yes', pre_program_setup_email_sent: 'Yes' };
    const id = await addEvent('2026-11-30', { sales_person: 'Kim Person', reviewed: 'No', pre_program_setup_email_sent: 'Yes' });
    await addEvent('2026-11-30', ready);
    await addEvent('2026-12-04', {});
    await morning('2026-11-26');
    expect(await titlesTo(eve)).toEqual([]);
    await morning('2026-11-27');
    const words = [
      {
        title: 'Event is not ready',
        message: 'Reed Library: Robots on Nov 30, 2026. Still open: review, reminder email.',
        link: `/events?period=custom&start=2026-11-30&end=2026-11-30&event=${id}`,
      },
    ];
    expect(await noticesTo(eve)).toEqual(words);
    expect((await noticesTo(world.ids.kim)).filter(({ title }) => title.startsWith('Event'))).toEqual(words);
    await morning('2026-11-28');
    expect(await titlesTo(eve)).toEqual(['Event is not ready']);
  });

  it('warn once about a missing host two weeks before, including events added later', async () => {
    const host = async () => [await noticesOf(eve, 'host'), await noticesOf(world.ids.kim, 'host')].map((item) => item.length);
    await addEvent('2026-12-15', { ...done, host_anchor: null, sales_person: 'Kim Person' });
    await morning('2026-11-30');
    expect(await host()).toEqual([0, 0]);
    await morning('2026-12-01');
    expect(await noticesOf(eve, 'host')).toEqual(['Event has no host: Reed Library: Robots on Dec 15, 2026 has no host yet.']);
    await addEvent('2026-12-08', { ...done, host_anchor: null, created_at: '2026-12-01T20:00:00Z' });
    await addEvent('2026-12-09', { ...done, host_anchor: null, created_at: '2026-10-01T20:00:00Z' });
    await addEvent('2026-12-10', { ...done, host_anchor: null, activity_type: 'Canceled', created_at: '2026-12-01T20:00:00Z' });
    await morning('2026-12-02');
    expect(await host()).toEqual([2, 1]);
    await morning('2026-12-03');
    expect(await host()).toEqual([2, 1]);
  });

  it('warn once about a missing shift two days before', async () => {
    await addEvent('2026-12-10', { ...done, shift: null });
    await addEvent('2026-12-10', { ...done, shift: JSON.stringify({ user: null }) });
    await addEvent('2026-12-10', { ...done, shift: null, sling_shift_time: '9 to 11' });
    await morning('2026-12-07');
    expect(await noticesOf(eve, 'shift')).toEqual([]);
    await morning('2026-12-08');
    const sentence = 'Event has no shift: Nobody has a shift for Reed Library: Robots on Dec 10, 2026.';
    expect(await noticesOf(eve, 'shift')).toEqual([sentence, sentence]);
    await morning('2026-12-09');
    expect(await noticesOf(eve, 'shift')).toHaveLength(2);
  });

  it('warn finance and the salesperson about a missing invoice a week after, combined into one', async () => {
    await addEvent('2026-12-04', { ...done, invoice_id: null, sales_person: 'Kim Person' });
    await addEvent('2026-12-04', { ...done, invoice_id: null, invoiced: 'Sent' });
    await addEvent('2026-11-02', { ...done, invoice_id: null });
    await morning('2026-12-10');
    expect(await noticesOf(fay, 'not invoiced')).toEqual([]);
    await morning('2026-12-11');
    const sentences = ['Event is not invoiced: Reed Library: Robots took place on Dec 4, 2026, and no invoice is linked to it.'];
    expect([
      await noticesOf(fay, 'not invoiced'),
      await noticesOf(world.ids.kim, 'not invoiced'),
      await noticesOf(eve, 'not invoiced'),
    ]).toEqual([sentences, sentences, []]);
    for (const day of ['05', '05', '06', '07']) await addEvent(`2026-12-${day}`, { ...done, invoice_id: null });
    await morning('2026-12-14');
    expect((await noticesTo(fay)).filter(({ title }) => title.startsWith('Events'))).toEqual([
      {
        title: 'Events are not invoiced',
        message: '4 events took place a week ago or earlier, and no invoice is linked to them.',
        link: '/events?period=custom&start=2026-12-05&end=2026-12-07&only=to_invoice',
      },
    ]);
    await morning('2026-12-15');
    expect(await noticesOf(fay, 'not invoiced')).toHaveLength(2);
  });
});
