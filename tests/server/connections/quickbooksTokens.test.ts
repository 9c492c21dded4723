import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults } from '../../stand-ins/quickbooks/index.ts';
import { HOUR, MINUTE } from '../support/testApp.ts';
import { type Accounting, accounting, invoiceThere } from '../support/worlds/accounting.ts';

const REALM = '4620816365000000001';
let at: Accounting;
beforeAll(async () => {
  at = await accounting();
  const company = at.standIn.company(REALM, 'Acme Books');
  company.put('Customer', { Id: '1', DisplayName: 'Acme School', Active: true });
  company.put('Invoice', invoiceThere('1', '1001', 100));
  await at.connect(REALM, 'ABC');
  await at.drain();
});
afterAll(() => at.closeAll());

describe('tokens of QuickBooks', () => {
  it('decisions 7.01: are exchanged by one of several at once, and what rotated is kept', async () => {
    at.standIn.rotate(true);
    at.standIn.expireAccess();
    at.server.clock.advance(2 * HOUR);
    at.standIn.advance(2 * HOUR);
    const before = at.standIn.journal.filter(({ path }) => path.endsWith('/bearer')).length;
    const { id } = await at.one();
    const answers = await Promise.all(Array.from({ length: 4 }, () => at.call('POST', `quickbooks/${id}/test-connection`)));
    expect(answers.map((answer) => answer.json().connection_status)).toEqual(Array(4).fill('connected'));
    expect(at.standIn.journal.filter(({ path }) => path.endsWith('/bearer')).length - before).toBe(1);
  });

  it('a 401 in the middle is answered by one exchange', async () => {
    at.standIn.next(faults.unauthenticated);
    expect(await at.sync()).toMatchObject({ status: 'completed' });
  });

  it('decisions 7.04: revoked the connection has expired; Reconnect by its suffix resumes it with its data', async () => {
    at.standIn.revokeAll();
    const run = await at.sync();
    expect(run.status).toBe('failed');
    const expired = await at.one();
    expect(expired).toMatchObject({ status: 'expired', connection_status: 'error' });
    at.server.clock.advance(MINUTE);
    await at.connect(REALM, 'ABC');
    expect(await at.one()).toMatchObject({ id: expired.id, status: 'active', connection_status: 'connected', brought: expired.brought });
    await at.drain();
  });

  it('a sign-in that ends for good is announced once, 60 days before; Reconnect by its suffix begins another five years', async () => {
    const { id } = await at.one();
    const DAYS = 24 * HOUR;
    const endsIn = async (days: number): Promise<void> => {
      const connection = await at.store.connections.byId(Number(id));
      const expires_at = new Date(at.server.clock().getTime() + days * DAYS).toISOString();
      await at.store.connections.change(Number(id), { settings: { ...connection?.settings, expires_at } }, at.server.clock());
    };
    const told = async () => {
      at.server.clock.advance(2 * HOUR);
      at.standIn.advance(2 * HOUR);
      await at.worker.drain();
      const rows = await at.server.db.query.selectFrom('notifications').select(['title', 'message']).execute();
      return rows.filter(({ title }) => title === 'Sign-in ends soon').map(({ message }) => message);
    };
    await endsIn(61);
    expect(await told()).toEqual([]);
    expect((await at.call('POST', 'quickbooks', { invoice_suffix: 'ABC' })).statusCode).toBe(400);
    await endsIn(60);
    const [sentence, ...more] = await told();
    expect(sentence).toMatch(/^The sign-in of Acme Books ends on \w{3} \d+, \d{4}\. Choose Reconnect before that day/);
    expect([more, (await told()).length]).toEqual([[], 1]);
    await at.connect(REALM, 'ABC');
    await at.drain();
    const after = await at.one();
    expect(after).toMatchObject({ id, status: 'active', connection_status: 'connected' });
    expect(Date.parse(after.expires_at)).toBeGreaterThan(at.server.clock().getTime() + 1800 * DAYS);
  });
});
