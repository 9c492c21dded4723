import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { createFactWriter, type Facts } from '../support/facts.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

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
});

/** An instance that runs on the given day. */
const begin = async (day: string): Promise<void> => {
  server.clock.set(`${day}T18:00:00Z`);
  await instanceWorker(server.db, (error) => void logged.push(error), server.clock).drain();
  expect(logged).toEqual([]);
};
const configure = (due: unknown): Promise<void> =>
  facts.inTransaction('The plan changed', async (trx) => {
    const config = JSON.stringify({ plans: [{ id: 'default', due }] });
    await trx.insertInto('config_versions').values({ config, created_by: admin }).execute();
    return { result: undefined, ids: [] };
  });
const readRelease = async (invoice: number) => {
  const { status, reason, released_cents, due_cents } = await facts.recordOf(invoice);
  return [status, reason, released_cents, due_cents];
};
const sell = (booking_date: string) => facts.addInvoice({ salesperson_id: sam, booking_date, net_cents: 10_000_00 });

describe('decisions 2.03: days on which a release changes by itself', () => {
  it('releases half on booking and half some days after payment', async () => {
    server.clock.set('2026-03-02T18:00:00Z');
    await configure([
      { share: 0.5, when: 'on_booking' },
      { share: 0.5, when: 'invoice_paid_in_full', wait_days: 10 },
    ]);
    const sale = await sell('2026-03-01');
    expect(await readRelease(sale)).toEqual(['due', 'partly_released', 250_00, 250_00]);
    await facts.pay(sale, 10_000_00, '2026-03-02');
    await begin('2026-03-11');
    expect(await readRelease(sale)).toEqual(['due', 'partly_released', 250_00, 250_00]);
    await begin('2026-03-12');
    expect(await readRelease(sale)).toEqual(['due', 'released', 500_00, 500_00]);
  });

  it('lapses a release on booking, and restores it on payment', async () => {
    server.clock.set('2026-04-02T18:00:00Z');
    await configure({ when: 'on_booking', lapse: { after_days: 90, returns_within_days: 120 } });
    const [unpaid, late, tooLate] = [await sell('2026-04-01'), await sell('2026-04-01'), await sell('2026-04-01')];
    await begin('2026-06-30');
    expect(await readRelease(unpaid)).toEqual(['due', 'released', 500_00, 500_00]);
    await begin('2026-07-01');
    expect(await readRelease(unpaid)).toEqual(['not_due', 'lapsed', 0, 0]);
    server.clock.set('2026-07-20T18:00:00Z');
    await facts.pay(late, 10_000_00, '2026-07-20');
    expect(await readRelease(late)).toEqual(['due', 'released', 500_00, 500_00]);
    server.clock.set('2026-08-10T18:00:00Z');
    await facts.pay(tooLate, 10_000_00, '2026-08-10');
    expect(await readRelease(tooLate)).toEqual(['not_due', 'lapsed', 0, 0]);
  });

  it('releases a share held until year end on the last day', async () => {
    server.clock.set('2026-09-02T18:00:00Z');
    await configure([
      { share: 0.9, when: 'invoice_paid_in_full' },
      { share: 0.1, when: 'year_end' },
    ]);
    const [sale, unpaid] = [await sell('2026-09-01'), await sell('2026-09-01')];
    await facts.pay(sale, 10_000_00, '2026-09-02');
    expect(await readRelease(sale)).toEqual(['due', 'partly_released', 450_00, 450_00]);
    await begin('2026-12-30');
    expect((await readRelease(sale))[2]).toBe(450_00);
    await begin('2027-01-01');
    expect(await readRelease(sale)).toEqual(['due', 'released', 500_00, 500_00]);
    expect(await readRelease(unpaid)).toEqual(['not_due', 'customer_payment', 0, 0]);
  });
});
