import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults } from '../../stand-ins/quickbooks/index.ts';
import { HOUR_MS, MINUTE_MS } from '../support/testApp.ts';
import { type AccountingWorld, createAccountingWorld, quickbooksInvoice } from '../support/worlds/accounting.ts';

const REALM = '4620816365000000001';
let world: AccountingWorld;
beforeAll(async () => {
  world = await createAccountingWorld();
  const company = world.standIn.company(REALM, 'Acme Books');
  company.put('Customer', { Id: '1', DisplayName: 'Acme School', Active: true });
  company.put('Invoice', quickbooksInvoice('1', '1001', 100));
  await world.connect(REALM, 'ABC');
  await world.drain();
});
afterAll(() => world.closeAll());

describe('QuickBooks tokens', () => {
  it('decisions 7.01: are exchanged by one of several processes, and the rotated one is stored', async () => {
    world.standIn.rotate(true);
    world.standIn.expireAccess();
    world.server.clock.advance(2 * HOUR_MS);
    world.standIn.advance(2 * HOUR_MS);
    const before = world.standIn.journal.filter(({ path }) => path.endsWith('/bearer')).length;
    const { id } = await world.one();
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.call('POST', `quickbooks/${id}/test-connection`)));
    expect(answers.map((answer) => answer.json().connection_status)).toEqual(Array(4).fill('connected'));
    expect(world.standIn.journal.filter(({ path }) => path.endsWith('/bearer')).length - before).toBe(1);
  });

  it('are exchanged once after a 401 during a sync', async () => {
    world.standIn.next(faults.unauthenticated);
    expect(await world.sync()).toMatchObject({ status: 'completed' });
  });

  it('decisions 7.04: expire the connection when revoked; Reconnect by its suffix resumes it with its data', async () => {
    world.standIn.revokeAll();
    const run = await world.sync();
    expect(run.status).toBe('failed');
    const expired = await world.one();
    expect(expired).toMatchObject({ status: 'expired', connection_status: 'error' });
    world.server.clock.advance(MINUTE_MS);
    await world.connect(REALM, 'ABC');
    expect(await world.one()).toMatchObject({ id: expired.id, status: 'active', connection_status: 'connected', brought: expired.brought });
    await world.drain();
  });

  it('announce their final expiry once, 60 days before; Reconnect by its suffix starts another five years', async () => {
    const { id } = await world.one();
    const DAYS = 24 * HOUR_MS;
    const endsIn = async (days: number): Promise<void> => {
      const connection = await world.store.connections.byId(Number(id));
      const expires_at = new Date(world.server.clock().getTime() + days * DAYS).toISOString();
      await world.store.connections.change(Number(id), { settings: { ...connection?.settings, expires_at } }, world.server.clock());
    };
    const titles = async () => {
      world.server.clock.advance(2 * HOUR_MS);
      world.standIn.advance(2 * HOUR_MS);
      await world.worker.drain();
      const rows = await world.server.db.query.selectFrom('notifications').select(['title', 'message']).execute();
      return rows.filter(({ title }) => title === 'Sign-in ends soon').map(({ message }) => message);
    };
    await endsIn(61);
    expect(await titles()).toEqual([]);
    expect((await world.call('POST', 'quickbooks', { invoice_suffix: 'ABC' })).statusCode).toBe(400);
    await endsIn(60);
    const [sentence, ...more] = await titles();
    expect(sentence).toMatch(/^The sign-in of Acme Books ends on \w{3} \d+, \d{4}\. Choose Reconnect before that day/);
    expect([more, (await titles()).length]).toEqual([[], 1]);
    await world.connect(REALM, 'ABC');
    await world.drain();
    const after = await world.one();
    expect(after).toMatchObject({ id, status: 'active', connection_status: 'connected' });
    expect(Date.parse(after.expires_at)).toBeGreaterThan(world.server.clock().getTime() + 1800 * DAYS);
  });
});
