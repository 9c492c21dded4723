import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Company, type Fault, faults } from '../../stand-ins/quickbooks/index.ts';
import { HOUR } from '../support/testApp.ts';
import { type Accounting, accounting, invoiceThere, paymentThere } from '../support/worlds/accounting.ts';

const REALM = '4620816365000000001';
let at: Accounting;
let company: Company;
let made = 0;

beforeAll(async () => {
  at = await accounting();
  company = at.standIn.company(REALM, 'Acme Books');
  company.put('Customer', { Id: '1', DisplayName: 'Acme School', Active: true });
  await at.connect(REALM, 'ABC');
  await at.drain();
});
afterAll(() => at.closeAll());

/** Responds normally `count` times, then fails. */
const after = (count: number, ...more: readonly Fault[]): readonly Fault[] => [
  ...Array.from({ length: count }, (): Fault => () => false),
  ...more,
];
const oneMore = (): string => {
  made += 1;
  company.put('Invoice', invoiceThere(String(1000 + made), `F${made}`, 100));
  company.put('Payment', paymentThere(String(2000 + made), 100, [[String(1000 + made), 100]]));
  return `F${made}-ABC`;
};
/** Syncs until the run succeeds or fails for good, advancing the clock past the queue's waits. */
const syncTo = async (): Promise<string> => {
  await at.sync();
  for (let tries = 0; tries < 3; tries += 1) {
    at.server.clock.advance(HOUR);
    at.standIn.advance(HOUR);
    await at.worker.drain();
  }
  at.standIn.forgetFaults();
  const { id } = await at.one();
  const [run] = (await at.call('GET', `quickbooks/${id}/runs`)).json().data;
  return run.error ?? run.status;
};

const passing: readonly (readonly [string, readonly Fault[]])[] = [
  ['a token that has expired', after(0, faults.unauthenticated)],
  ['one 429', after(0, faults.throttled)],
  ['one 500', after(0, faults.status(500))],
  ['an answer that is cut off', after(0, faults.cut)],
  ['a fault in an answer of 200', after(0, faults.faultIn200)],
];
const lasting: readonly (readonly [string, Fault, string])[] = [
  ['403', faults.forbidden, 'refuses access'],
  ['another shape than documented', faults.shape, 'could not be read'],
];

describe('faults of QuickBooks (decisions 7.01)', () => {
  it.each(passing)('%s passes by itself, and all of it is read', async (_name, queued) => {
    const number = oneMore();
    at.standIn.next(...queued);
    expect(await syncTo()).toBe('completed');
    expect(await at.invoice(number)).toMatchObject({ gross_cents: 10_000 });
    expect(await at.received(number)).toBe(10_000);
    expect(await at.one()).toMatchObject({ status: 'active', connection_status: 'connected' });
  });

  it.each(lasting)('%s leaves it in error with nothing half taken over; the next sync goes on', async (_name, fault, sentence) => {
    const number = oneMore();
    at.standIn.next(...Array.from({ length: 12 }, () => fault));
    await at.sync();
    const broken = await at.one();
    expect([broken.status, broken.connection_status]).toEqual(['active', 'error']);
    expect(broken.connection_message).toContain(sentence);
    expect(await at.invoice(number)).toBeUndefined();
    at.standIn.forgetFaults();
    expect(await syncTo()).toBe('completed');
    expect(await at.received(number)).toBe(10_000);
  });

  it('a rotated token whose answer was lost is exchanged again by the one before', async () => {
    at.standIn.rotate(true);
    at.standIn.expireAccess();
    const number = oneMore();
    at.server.clock.advance(2 * HOUR);
    at.standIn.advance(2 * HOUR);
    // The vendor rotates the token, and its response is lost.
    at.standIn.loseNextExchange();
    expect(await syncTo()).toBe('completed');
    expect(await at.received(number)).toBe(10_000);
  });

  it('a page that was taken over half is taken over whole, once', async () => {
    const numbers = Array.from({ length: 30 }, oneMore);
    at.standIn.next(...after(1, faults.status(500), faults.status(500)));
    expect(await syncTo()).toBe('completed');
    for (const number of numbers) expect(await at.received(number)).toBe(10_000);
    const rows = await at.server.db.query.selectFrom('receipts').select('external_id').where('external_id', 'is not', null).execute();
    expect(new Set(rows.map(({ external_id }) => external_id)).size).toBe(rows.length);
  });
});
