import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/db/open.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { createFactWriter, type Facts } from '../support/facts.ts';
import { MINUTE_MS, type TestApp, testApp } from '../support/testApp.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { bookWithMarks, marksLeft } from '../support/worlds/marks.ts';

let server: TestApp;
let facts: Facts;
let admin: number;
let sam: number;
let logged: unknown[];

beforeAll(async () => {
  server = await testApp();
  admin = await server.add({ email: 'admin@example.test', role: 'admin' });
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson' });
  facts = createFactWriter(server.db, admin, server.clock);
});
afterAll(() => server.close());
beforeEach(async () => {
  logged = [];
  await server.db.query.deleteFrom('jobs').execute();
  await server.db.query.deleteFrom('schedules').execute();
  await server.db.query.deleteFrom('notifications').execute();
});

const instance = () => instanceWorker(server.db, (error) => void logged.push(error), server.clock);
/** An instance that runs on the given day. */
const begin = async (day: string, worker = instance()): Promise<void> => {
  server.clock.set(`${day}T18:00:00Z`);
  await worker.drain();
  expect(logged).toEqual([]);
};
const configure = (plan: object): Promise<void> =>
  facts.inTransaction('The plan changed', async (trx) => {
    const config = JSON.stringify({ plans: [{ id: 'default', ...plan }] });
    await trx.insertInto('config_versions').values({ config, created_by: admin }).execute();
    return { result: undefined, ids: [] };
  });
const days = () =>
  server.db.query.selectFrom('jobs').select(['slot', 'state', 'attempts']).where('kind', '=', 'day_began').orderBy('slot').execute();
const causes = async () => {
  const rows = server.db.query
    .selectFrom('audit_log')
    .select(['actor_id', 'entity_id', 'cause_facts'])
    .where('action', '=', 'commission.recomputed');
  return (await rows.orderBy('id').execute()).filter(({ cause_facts }) => cause_facts?.kind === 'day_began');
};
const statusOf = async (invoice: number) => {
  const { status, reason } = await facts.recordOf(invoice);
  return [status, reason];
};
const notes = () => server.db.query.selectFrom('notifications').select(['user_id', 'title', 'message']).orderBy('id').execute();

describe('decisions 2.03: effects of a new day', () => {
  it('makes a record due when its wait ends, changes no other record and logs no actor', async () => {
    server.clock.set('2026-03-02T18:00:00Z');
    await configure({ due: { when: 'invoice_paid_in_full', wait_days: 10 } });
    const waiting = await facts.addInvoice({ salesperson_id: sam, booking_date: '2026-03-01', net_cents: 10_000_00 });
    const other = await facts.addInvoice({ salesperson_id: sam, booking_date: '2026-03-01', net_cents: 20_000_00 });
    await facts.pay(waiting, 10_000_00, '2026-03-02');
    await begin('2026-03-11');
    expect(await statusOf(waiting)).toEqual(['not_due', 'wait_days']);
    expect(await notes()).toEqual([]);
    await begin('2026-03-12');
    expect(await statusOf(waiting)).toEqual(['due', 'released']);
    expect(await statusOf(other)).toEqual(['not_due', 'customer_payment']);
    const { id, invoice_number } = await facts.recordOf(waiting);
    expect(await causes()).toEqual([{ actor_id: null, entity_id: String(id), cause_facts: { kind: 'day_began', day: '2026-03-12' } }]);
    expect(await notes()).toEqual([
      { user_id: sam, title: 'Commission due', message: `$500.00 on invoice ${invoice_number} was released and is due.` },
    ]);
    const monthlyTotals = await server.db.query
      .selectFrom('commission_months')
      .select(['status', 'due_cents'])
      .where('month', '=', '2026-03-01')
      .execute();
    expect(monthlyTotals.find(({ status }) => status === 'due')?.due_cents).toBe(500_00);
    expect((await facts.store.audit.verifyChain()).broken).toBeNull();
  });

  it('counts future-dated payments and returns when their day comes', async () => {
    server.clock.set('2026-05-04T18:00:00Z');
    await configure({});
    const invoice = await facts.addInvoice({ salesperson_id: sam, booking_date: '2026-05-01', net_cents: 10_000_00 });
    await facts.pay(invoice, 10_000_00, '2026-05-06');
    await facts.payOut(invoice, 500_00, '2026-05-07');
    await facts.pay(invoice, -10_000_00, '2026-05-09');
    const seen: unknown[] = [];
    for (const day of ['2026-05-05', '2026-05-06', '2026-05-08', '2026-05-09']) {
      await begin(day);
      seen.push((await statusOf(invoice))[0]);
    }
    expect(seen).toEqual(['over_paid', 'paid', 'paid', 'over_paid']);
    expect((await notes()).map(({ title, message }) => [title, message.slice(0, 7)])).toEqual([
      ['Commission overpaid', '$500.00'],
      ['Commission overpaid', '$500.00'],
    ]);
  });

  it('makes future bookings due on their day under a plan that releases on booking, and announces it', async () => {
    server.clock.set('2026-05-20T18:00:00Z');
    await configure({ due: { when: 'on_booking' } });
    const ahead = await facts.addInvoice({ salesperson_id: sam, booking_date: '2026-05-23', net_cents: 10_000_00 });
    const seen: unknown[] = [await statusOf(ahead)];
    for (const day of ['2026-05-22', '2026-05-23']) {
      await begin(day);
      seen.push(await statusOf(ahead));
    }
    expect(seen).toEqual([
      ['not_due', 'wait_days'],
      ['not_due', 'wait_days'],
      ['due', 'released'],
    ]);
    await configure({});
  });

  it('catches up on missed days at the next check', async () => {
    server.clock.set('2026-06-01T18:00:00Z');
    const first = await facts.addInvoice({ salesperson_id: sam, booking_date: '2026-06-01', net_cents: 1_000_00 });
    const last = await facts.addInvoice({ salesperson_id: sam, booking_date: '2026-06-01', net_cents: 1_000_00 });
    await facts.pay(first, 1_000_00, '2026-06-03');
    await facts.pay(last, 1_000_00, '2026-06-20');
    await begin('2026-06-02');
    await begin('2026-06-20');
    expect([(await statusOf(first))[0], (await statusOf(last))[0]]).toEqual(['due', 'due']);
    expect((await days()).map(({ slot }) => slot)).toEqual(['2026-06-02', '2026-06-20']);
  });

  it('begins a day once across two instances, in the company’s time zone', async () => {
    server.clock.set('2026-07-01T18:00:00Z');
    await server.db.query
      .insertInto('config_versions')
      .values({ config: '{"timezone":"America/Los_Angeles"}', created_by: admin })
      .execute();
    const invoice = await facts.addInvoice({ salesperson_id: sam, booking_date: '2026-07-01', net_cents: 1_000_00 });
    await facts.pay(invoice, 1_000_00, '2026-07-02');
    const before = (await causes()).length;
    const [one, two] = [instance(), instance()];
    server.clock.set('2026-07-02T06:59:00Z');
    await Promise.all([one.drain(), two.drain()]);
    expect([(await days()).map(({ slot }) => slot), (await statusOf(invoice))[0]]).toEqual([['2026-07-01'], 'not_due']);
    server.clock.set('2026-07-02T07:00:00Z');
    await Promise.all([one.drain(), two.drain()]);
    await Promise.all([one.drain(), two.drain()]);
    expect((await days()).at(-1)).toEqual({ slot: '2026-07-02', state: 'completed', attempts: 1 });
    expect((await statusOf(invoice))[0]).toBe('due');
    expect(await causes()).toHaveLength(before + 1);
    expect(logged).toEqual([]);
  });

  it('does not block others when one person fails, and retries with growing delays until done', async () => {
    server.clock.set('2026-08-03T18:00:00Z');
    const kim = await server.add({ email: 'kim@example.test', role: 'salesperson' });
    const [broken, intact] = await Promise.all(
      [sam, kim].map((salesperson_id) => facts.addInvoice({ salesperson_id, booking_date: '2026-08-03', net_cents: 1_000_00 })),
    );
    for (const invoice of [broken!, intact!]) await facts.pay(invoice, 1_000_00, '2026-08-05');
    const worker = instance();
    await begin('2026-08-04', worker);
    await server.db.script(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'it cannot be written'; end $$;
      create trigger refuse before update on commission_records for each row when (new.user_id = ${sam}) execute function refuse()`);
    const look = async (ms: number) => {
      server.clock.advance(ms);
      await worker.drain();
      const { state, attempts } = (await days()).at(-1)!;
      return [state, attempts];
    };
    server.clock.set('2026-08-05T18:00:00Z');
    expect(await look(0)).toEqual(['queued', 1]);
    expect([(await statusOf(broken!))[0], (await statusOf(intact!))[0]]).toEqual(['not_due', 'due']);
    const words = `the day 2026-08-05 began, but not for 1 of 2 people; the first is user ${sam}`;
    expect(logged[0]).toMatchObject({ message: words, cause: { message: 'it cannot be written' } });
    expect([await look(5_000), await look(10_000)]).toEqual([
      ['queued', 2],
      ['failed', 3],
    ]);
    expect([await look(9 * MINUTE_MS), await look(59_000), await look(MINUTE_MS)]).toEqual([
      ['failed', 3],
      ['failed', 3],
      ['queued', 1],
    ]);
    expect([await look(5_000), await look(10_000)]).toEqual([
      ['queued', 2],
      ['failed', 3],
    ]);
    // By now it has failed for more than eleven minutes, so it waits that long.
    expect(await look(10 * MINUTE_MS)).toEqual(['failed', 3]);
    await server.db.script('drop trigger refuse on commission_records; drop function refuse');
    expect(await look(2 * MINUTE_MS)).toEqual(['completed', 1]);
    expect((await statusOf(broken!))[0]).toBe('due');
    expect((await notes()).map(({ user_id }) => user_id)).toEqual([kim, sam]);
    expect(logged).toHaveLength(6);
  });

  // The embedded database has only one connection, so no job runs during a save.
  it.skipIf(testDatabaseKind() === 'embedded')('waits while a configuration is being saved', async () => {
    server.clock.set('2026-09-01T18:00:00Z');
    const invoice = await facts.addInvoice({ salesperson_id: sam, booking_date: '2026-09-01', net_cents: 1_000_00 });
    await facts.pay(invoice, 1_000_00, '2026-09-02');
    const shortTimeoutDb = await openDatabase({ ...server.db.place, statementTimeoutMs: 200 });
    const worker = instanceWorker(shortTimeoutDb, (error) => void logged.push(error), server.clock);
    server.clock.set('2026-09-02T18:00:00Z');
    await facts.store.transaction(async (tx) => {
      await tx.periods.lockExclusively();
      for (const wait of [0, 5_000, 10_000]) {
        server.clock.advance(wait);
        await worker.drain();
      }
    });
    expect((await days()).at(-1)).toEqual({ slot: '2026-09-02', state: 'failed', attempts: 3 });
    expect(logged).toHaveLength(3);
    server.clock.advance(10 * MINUTE_MS);
    await worker.drain();
    expect([(await days()).at(-1)?.state, (await statusOf(invoice))[0]]).toEqual(['completed', 'due']);
    await shortTimeoutDb.close();
  });
});

it('decisions 7.08: a person with many records is marked and computed in short transactions, without an actor in the audit log', async () => {
  server.clock.set('2028-02-02T18:00:00Z');
  await configure({ due: { when: 'on_booking', wait_days: 10 } });
  const cause = { actorId: admin, at: server.clock(), origin: { network: '127.0.0.0/24', requestId: 'test' }, why: 'A file' };
  const manyInvoices = Array.from({ length: 70 }, () => ({ salesperson_id: sam, booking_date: '2028-02-01', net_cents: 100_00 }));
  const [first = 0] = await bookWithMarks(server.db, facts.store, manyInvoices, cause);
  await begin('2028-02-02');
  await begin('2028-02-11');
  await begin('2028-02-11');
  expect(await statusOf(first)).toEqual(['due', 'released']);
  expect(await marksLeft(server.db)).toEqual([]);
  const rows = await server.db.query
    .selectFrom('audit_log')
    .select(['actor_id', 'cause_facts'])
    .where('action', '=', 'commissions.recomputed')
    .execute();
  const ofDay = rows.filter(({ cause_facts }) => cause_facts?.kind === 'day_began');
  expect(ofDay.length).toBeGreaterThan(0);
  expect(ofDay.every(({ actor_id }) => actor_id === null)).toBe(true);
});
