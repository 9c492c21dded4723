import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Company, type Fault, faults } from '../../stand-ins/quickbooks/index.ts';
import { HOUR_MS } from '../support/testApp.ts';
import { type AccountingWorld, createAccountingWorld, quickbooksInvoice, quickbooksPayment } from '../support/worlds/accounting.ts';

const REALM = '4620816365000000001';
let world: AccountingWorld;
let company: Company;
let counter = 0;

beforeAll(async () => {
  world = await createAccountingWorld();
  company = world.standIn.company(REALM, 'Acme Books');
  company.put('Customer', { Id: '1', DisplayName: 'Acme School', Active: true });
  await world.connect(REALM, 'ABC');
  await world.drain();
});
afterAll(() => world.closeAll());

/** Responds normally `count` times, then fails. */
const after = (count: number, ...more: readonly Fault[]): readonly Fault[] => [
  ...Array.from({ length: count }, (): Fault => () => false),
  ...more,
];
const addNewInvoice = (): string => {
  counter += 1;
  company.put('Invoice', quickbooksInvoice(String(1000 + counter), `F${counter}`, 100));
  company.put('Payment', quickbooksPayment(String(2000 + counter), 100, [[String(1000 + counter), 100]]));
  return `F${counter}-ABC`;
};
/** Syncs until the run succeeds or fails for good, advancing the clock past the queue's waits. */
const syncTo = async (): Promise<string> => {
  await world.sync();
  for (let tries = 0; tries < 3; tries += 1) {
    world.server.clock.advance(HOUR_MS);
    world.standIn.advance(HOUR_MS);
    await world.worker.drain();
  }
  world.standIn.forgetFaults();
  const { id } = await world.one();
  const [run] = (await world.call('GET', `quickbooks/${id}/runs`)).json().data;
  return run.error ?? run.status;
};

const temporaryFaults: readonly (readonly [string, readonly Fault[]])[] = [
  ['an expired token', after(0, faults.unauthenticated)],
  ['one 429', after(0, faults.throttled)],
  ['one 500', after(0, faults.status(500))],
  ['a truncated response', after(0, faults.cut)],
  ['an error in a 200 response', after(0, faults.faultIn200)],
];
const permanentFaults: readonly (readonly [string, Fault, string])[] = [
  ['403', faults.forbidden, 'refuses access'],
  ['an undocumented response format', faults.shape, 'could not be read'],
];

describe('QuickBooks faults (decisions 7.01)', () => {
  it.each(temporaryFaults)('recovers from %s by itself and reads everything', async (_name, queued) => {
    const number = addNewInvoice();
    world.standIn.next(...queued);
    expect(await syncTo()).toBe('completed');
    expect(await world.invoice(number)).toMatchObject({ gross_cents: 10_000 });
    expect(await world.received(number)).toBe(10_000);
    expect(await world.one()).toMatchObject({ status: 'active', connection_status: 'connected' });
  });

  it.each(permanentFaults)('fails on %s with nothing half imported; the next sync continues', async (_name, fault, sentence) => {
    const number = addNewInvoice();
    world.standIn.next(...Array.from({ length: 12 }, () => fault));
    await world.sync();
    const broken = await world.one();
    expect([broken.status, broken.connection_status]).toEqual(['active', 'error']);
    expect(broken.connection_message).toContain(sentence);
    expect(await world.invoice(number)).toBeUndefined();
    world.standIn.forgetFaults();
    expect(await syncTo()).toBe('completed');
    expect(await world.received(number)).toBe(10_000);
  });

  it('exchanges the previous token again if the answer with the rotated one was lost', async () => {
    world.standIn.rotate(true);
    world.standIn.expireAccess();
    const number = addNewInvoice();
    world.server.clock.advance(2 * HOUR_MS);
    world.standIn.advance(2 * HOUR_MS);
    // The vendor rotates the token, and its response is lost.
    world.standIn.loseNextExchange();
    expect(await syncTo()).toBe('completed');
    expect(await world.received(number)).toBe(10_000);
  });

  it('imports a half-imported page completely, once', async () => {
    const numbers = Array.from({ length: 30 }, addNewInvoice);
    world.standIn.next(...after(1, faults.status(500), faults.status(500)));
    expect(await syncTo()).toBe('completed');
    for (const number of numbers) expect(await world.received(number)).toBe(10_000);
    const rows = await world.server.db.query.selectFrom('receipts').select('external_id').where('external_id', 'is not', null).execute();
    expect(new Set(rows.map(({ external_id }) => external_id)).size).toBe(rows.length);
  });
});
