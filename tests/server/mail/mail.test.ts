import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../server/db/repositories/store.ts';
import { notify } from '../../../server/domain/notifications/notify.ts';
import { createSender } from '../../../server/mail/sender.ts';
import { smtpTransport, type Transport } from '../../../server/mail/transport.ts';
import { type MailServer, startMailServer } from '../support/mailServer.ts';
import { addPerson, HOUR_MS, MINUTE_MS, testClock } from '../support/testApp.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

const LINKS = 'https://sales.example.test';
const FROM = { name: 'Quotaboard', address: 'no-reply@example.test' };
let db: TestDatabase;
let store: Store;
let server: MailServer;
let transport: Transport;
let sam: number;
let boss: number;
let logged: unknown[];
const clock = testClock();

beforeAll(async () => {
  db = await freshDatabase();
  store = openStore(db, { sendsMail: true });
  boss = await addPerson(db, { email: 'boss@example.test', role: 'admin' });
  sam = await addPerson(db, { email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Ortiz' });
});
afterAll(() => db.drop());
beforeEach(async () => {
  clock.set('2026-11-22T12:00:00Z');
  for (const table of ['mail_outbox', 'mail_digests', 'notifications'] as const) await db.query.deleteFrom(table).execute();
  server = await startMailServer();
  transport = transportTo(server.url());
  logged = [];
});
afterEach(async () => {
  transport.close();
  await server.close();
});

const transportTo = (url: string): Transport => smtpTransport({ url, from: FROM, links: LINKS }, { connectMs: 500, answerMs: 500 });
const sender = (over = transport, on: Store = store) =>
  createSender({ store: on, clock, send: over.send, links: LINKS, invoiceFile, log: (error) => void logged.push(error) });
const invoiceFile = async (id: number) => ({
  name: `invoice-${id}.pdf`,
  mediaType: 'application/pdf',
  content: Buffer.from(`PDF of ${id}`),
});
let count = 0;
const notifyOfWithdrawal = (to = [sam], title = 'Sign-in') => {
  count += 1;
  return store.transaction((tx) =>
    notify(
      tx,
      'adjustmentWithdrawn',
      {
        subject: { kind: 'adjustment', id: count, day: '2026-11-22' },
        occurrence: 'void',
        words: { adjustment: title, reason: 'typed twice' },
      },
      { to, at: clock() },
    ),
  );
};
const rows = () => db.query.selectFrom('mail_outbox').selectAll().orderBy('id').execute();
const setPreferences = (settings: object, id = sam) =>
  db.query
    .updateTable('users')
    .set({ notification_settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .execute();
afterEach(() => setPreferences({ email_enabled: true, frequency: 'immediate' }));

describe('decisions 5.03: outbox', () => {
  it('drops emails waiting for a deactivated person', async () => {
    await notifyOfWithdrawal([sam, boss]);
    const setActive = (active: boolean) => db.query.updateTable('users').set({ active }).where('id', '=', sam).execute();
    await setActive(false);
    expect(await sender().drain()).toBe(1);
    await setActive(true);
    expect(await sender().drain()).toBe(0);
    expect(server.delivered.map(({ to }) => to)).toEqual([['boss@example.test']]);
    expect((await rows()).map(({ recipient, state }) => [recipient, state])).toEqual([['boss@example.test', 'sent']]);
  });

  it('holds one email per notification, with its content and nothing withdrawn', async () => {
    await notifyOfWithdrawal([sam, boss]);
    const undone = store.transaction(async (tx) => {
      await notify(
        tx,
        'monthClosed',
        { subject: { kind: 'period', id: '2026-10' }, occurrence: '1', words: { month: 'October' } },
        { to: [sam], at: clock() },
      );
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    expect((await rows()).map(({ recipient, state }) => [recipient, state])).toEqual([
      ['sam@example.test', 'queued'],
      ['boss@example.test', 'queued'],
    ]);
    expect(await sender().drain()).toBe(2);
    expect(server.delivered.map(({ from, to }) => [from, to])).toEqual([
      [FROM.address, ['sam@example.test']],
      [FROM.address, ['boss@example.test']],
    ]);
    const [{ raw }] = server.delivered as [MailServer['delivered'][number]];
    expect(raw).toContain('Subject: Adjustment voided');
    expect(raw).toContain('From: Quotaboard <no-reply@example.test>');
    expect(raw).toContain('To: Sam Ortiz <sam@example.test>');
    expect(raw).toMatch(/^Message-ID: <quotaboard-\d+@example\.test>/m);
    const text = raw.replace(/=\r\n/g, '').replace(/=3D/g, '=');
    expect(text).toContain('Open: https://sales.example.test/commissions?period=month');
    expect(text).toContain('https://sales.example.test/settings');
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent']);
    expect(await sender().drain()).toBe(0);
  });

  it('sends one email per cause, with a link for each item', async () => {
    const about = (id: number) => ({ kind: 'invoice', id }) as const;
    const words = { customer: 'Acme', invoice: 'A-1', amount: '$5.00' };
    await store.transaction(async (tx) => {
      const audience = { to: [sam], at: clock() };
      await notify(tx, 'invoicePaid', { subject: about(1), occurrence: 'paid', words }, audience);
      await notify(tx, 'invoicePaid', { subject: about(2), occurrence: 'paid', words }, audience);
      await notify(tx, 'passwordReset', { subject: { kind: 'user', id: sam, page: '/profile' }, occurrence: 'x', words: {} }, audience);
    });
    await notifyOfWithdrawal();
    expect((await rows()).map(({ subject, more }) => [subject, more.length])).toEqual([
      ['Invoice paid', 2],
      ['Adjustment voided', 0],
    ]);
    expect(await db.query.selectFrom('notifications').select('mailed').execute()).toEqual(Array(4).fill({ mailed: true }));
    await sender().drain();
    const raw = server.delivered[0]?.raw ?? '';
    expect(raw).toContain('Subject: Invoice paid, and 2 more');
    expect(raw).toContain('Invoice paid: Acme paid invoice A-1 in full: $5.00.');
    expect(raw).toContain(`${LINKS}/invoices?invoice=`);
    expect(raw).toContain('Your password was reset: An administrator');
  });

  it('stays empty for people who opted out, chose digests or are inactive, and without a mail server', async () => {
    await setPreferences({ email_enabled: false });
    await notifyOfWithdrawal();
    await setPreferences({ email_enabled: true, frequency: 'daily' });
    await notifyOfWithdrawal();
    await setPreferences({});
    await db.query.updateTable('users').set({ active: false }).where('id', '=', sam).execute();
    await notifyOfWithdrawal();
    await db.query.updateTable('users').set({ active: true }).where('id', '=', sam).execute();
    const without = openStore(db);
    await without.transaction((tx) =>
      notify(
        tx,
        'monthClosed',
        { subject: { kind: 'period', id: '2026-09' }, occurrence: '1', words: { month: 'September' } },
        { to: [sam], at: clock() },
      ),
    );
    expect(await rows()).toEqual([]);
    await notifyOfWithdrawal();
    expect(await rows()).toHaveLength(1);
  });

  it('sends each email once across servers', async () => {
    for (let index = 0; index < 12; index += 1) await notifyOfWithdrawal();
    const transports = [transport, transportTo(server.url()), transportTo(server.url())];
    await Promise.all(transports.map((one) => sender(one).drain()));
    expect(server.delivered).toHaveLength(12);
    expect(new Set(server.delivered.map(({ raw }) => /^Message-ID: (\S+)/m.exec(raw)?.[1])).size).toBe(12);
    for (const one of transports) one.close();
  });
});

describe('a mail server that fails', () => {
  it('temporarily (4xx) is retried after a minute, then later, until it accepts', async () => {
    await notifyOfWithdrawal();
    server.faults.push({ status: 451, text: 'try later' }, { status: 421, text: 'busy' });
    await sender().drain();
    expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 1, error: expect.stringContaining('try later') });
    expect(await sender().drain()).toBe(0);
    clock.advance(MINUTE_MS);
    await sender().drain();
    clock.advance(MINUTE_MS);
    expect(await sender().drain()).toBe(0);
    clock.advance(MINUTE_MS);
    await sender().drain();
    expect((await rows())[0]).toMatchObject({ state: 'sent', attempts: 3, error: null });
    expect(server.delivered).toHaveLength(1);
  });

  it('permanently (5xx) is not retried, and administrators are notified in the bell, never by email', async () => {
    await notifyOfWithdrawal();
    server.faults.push({ status: 550, text: 'no such mailbox' });
    await sender().drain();
    const [mail] = await rows();
    expect(mail).toMatchObject({ state: 'failed', attempts: 1, error: expect.stringContaining('no such mailbox') });
    const notice = await db.query.selectFrom('notifications').selectAll().where('user_id', '=', boss).executeTakeFirstOrThrow();
    expect(notice).toMatchObject({ title: 'An email could not be sent', message: expect.stringContaining('sam@example.test') });
    expect(await rows()).toHaveLength(1);
  });

  it.each([
    ['cuts the connection', 'cut'],
    ['does not answer', 'slow'],
  ] as const)(
    'or %s is retried, and blocks no one forever',
    async (_name, fault) => {
      await notifyOfWithdrawal();
      await notifyOfWithdrawal([boss]);
      server.faults.push(fault);
      await sender().drain();
      expect((await rows()).map(({ state }) => state)).toEqual(['queued', 'sent']);
      clock.advance(MINUTE_MS);
      await sender().drain();
      expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent']);
    },
    20_000,
  );

  it('or is unreachable is retried for a day; then the email fails, and an administrator can resend it', async () => {
    await notifyOfWithdrawal();
    await server.close();
    const away = sender();
    await away.drain();
    expect((await rows())[0]).toMatchObject({ state: 'queued', error: expect.stringContaining('did not answer') });
    clock.advance(23 * HOUR_MS);
    await away.drain();
    expect((await rows())[0]?.state).toBe('queued');
    clock.advance(HOUR_MS);
    await away.drain();
    expect((await rows())[0]?.state).toBe('failed');
  }, 20_000);

  it('leaves the email to another server if the sender dies', async () => {
    await notifyOfWithdrawal();
    const dead = createSender({ store, clock, send: () => new Promise(() => {}), links: LINKS, invoiceFile, log: () => {} });
    void dead.drain();
    await expect.poll(async () => (await rows())[0]?.state).toBe('sending');
    expect(await sender().drain()).toBe(0);
    clock.advance(5 * MINUTE_MS + 1);
    await sender().drain();
    expect((await rows())[0]).toMatchObject({ state: 'sent', attempts: 2 });
  });
});

describe('user text', () => {
  it('cannot inject a header', async () => {
    const injectedText = 'Hi\r\nBcc: thief@example.test\r\n\r\n<b>body</b>\u0007\u2028X: y';
    await db.query.updateTable('users').set({ first_name: 'Sam\r\nBcc: thief@example.test' }).where('id', '=', sam).execute();
    await store.outbox.addDigest(sam, `evil ${count}`, { subject: injectedText, body: injectedText, link: null }, clock());
    await sender().drain();
    await db.query.updateTable('users').set({ first_name: 'Sam' }).where('id', '=', sam).execute();
    const [{ raw, to }] = server.delivered as [MailServer['delivered'][number]];
    const headers = raw.slice(0, raw.indexOf('\r\n\r\n'));
    expect(to).toEqual(['sam@example.test']);
    expect(headers).not.toMatch(/^(bcc|x):/im);
    expect(headers.match(/^Subject:/gim)).toHaveLength(1);
  });
});

describe('encryption and authentication', () => {
  it('signs in with the user and password of the URL', async () => {
    await notifyOfWithdrawal();
    const one = transportTo(server.url('kim%40example.test:right@'));
    await sender(one).drain();
    expect(server.delivered[0]).toMatchObject({ user: 'kim@example.test' });
    one.close();
  });

  it('reports a wrong password to the administrator without showing it, and keeps the email', async () => {
    await notifyOfWithdrawal();
    const one = transportTo(server.url('kim:very-secret-wrong@'));
    await sender(one).drain();
    expect((await rows())[0]).toMatchObject({ state: 'queued', error: expect.stringContaining('SMTP_URL') });
    expect(JSON.stringify([await rows(), logged.map(String)])).not.toContain('very-secret-wrong');
    one.close();
  });

  it('refuses an untrusted certificate', async () => {
    const secure = await startMailServer({ secure: true });
    await notifyOfWithdrawal();
    const one = transportTo(secure.url());
    await sender(one).drain();
    expect(secure.delivered).toEqual([]);
    expect((await rows())[0]).toMatchObject({ state: 'queued', error: expect.stringContaining('could not prove its identity') });
    one.close();
    await secure.close();
  });
});
