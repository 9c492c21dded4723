import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LivePreview, Setup } from '../../../contract/entities/setup.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { notify } from '../../../server/domain/notifications/notify.ts';
import { MINUTE_MS, type TestApp, testApp } from '../support/testApp.ts';
import { createClosingCompany } from '../support/worlds/closing.ts';

const mail = { url: 'smtp://127.0.0.1:1', from: { name: 'Quotaboard', address: 'a@example.test' }, links: 'http://localhost' };
const plan = JSON.stringify({ plans: [{ id: 'sellers', name: 'Sellers', base_commission_rate: 0.05 }] });

let server: TestApp;
let tokens: Record<'admin' | 'finance' | 'seller', string>;
let seller: number;

const begin = async (options: Parameters<typeof testApp>[0] = {}, config = plan): Promise<void> => {
  server = await testApp(options);
  await sql`update general_settings set live_at = null, commissions_config = ${config}`.execute(server.db.query);
  await sql`insert into config_versions (config) values (${config})`.execute(server.db.query);
  await server.add({ email: 'ada@example.test', role: 'admin' });
  await server.add({ email: 'fay@example.test', role: 'finance' });
  seller = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Seller' });
  const signIn = async (email: string) => (await server.signIn(email)).access_token;
  tokens = { admin: await signIn('ada@example.test'), finance: await signIn('fay@example.test'), seller: await signIn('sam@example.test') };
};
const withMail = { config: { logLevel: 'info', trustProxy: [], publicUrl: undefined, mail } as const };
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, who: keyof typeof tokens, body?: object) =>
  server.call(method, `/api/v1${path}`, { token: tokens[who], ...(body ? { body } : {}) });
const read = async (who: keyof typeof tokens = 'finance'): Promise<Setup> => (await call('GET', '/setup', who)).json();
const itemOf = async (key: string) => (await read()).items.find((one) => one.key === key);
const goLive = (body: object = { accept_warnings: true }) => call('POST', '/setup/live', 'admin', body);
const audited = async () =>
  (await server.db.query.selectFrom('audit_log').select('action').orderBy('id').execute()).map(({ action }) => action);

afterEach(() => server.close());

describe('a company during setup (decisions 8.07)', () => {
  beforeEach(() => begin());

  it('shows figures to administrators and finance only, and tells others why', async () => {
    expect((await call('GET', '/commissions?start_date=2026-10-01&end_date=2026-12-31', 'finance')).statusCode).toBe(200);
    const refused = await call('GET', '/commissions?start_date=2026-10-01&end_date=2026-12-31', 'seller');
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'company_not_live']);
    expect((await call('GET', '/auth/me', 'seller')).statusCode).toBe(200);
    expect((await server.call('GET', '/api/v1/public/settings')).json()).toMatchObject({ setting_up: true });
  });

  it('lets its administrator approve for a VP, who cannot sign in before go-live', async () => {
    await server.add({ email: 'vic@example.test', role: 'vp_sales' });
    const amount = { adjustment_amount: '900', adjustment_reason: 'A prize' };
    const prize = { user_id: String(seller), ...amount, effective_date: '2026-11-10', kind: 'prize' };
    const added = await call('POST', '/adjustments', 'admin', prize);
    expect(added.statusCode, added.body).toBe(201);
    const waiting = async (): Promise<number> => (await call('GET', '/approvals', 'admin')).json().data.length;
    expect(await waiting()).toBe(1);
    await sql`update general_settings set live_at = now()`.execute(server.db.query);
    expect(await waiting()).toBe(0);
  });

  it('sends links to choose a password to anyone', async () => {
    await server.close();
    await begin(withMail);
    const answer = await server.call('POST', '/api/v1/auth/forgot', { body: { email: 'sam@example.test' } });
    await new Promise((passed) => setTimeout(passed, 100));
    const invited = await call('POST', `/users/${seller}/invitation`, 'admin', {});
    expect([answer.statusCode, invited.json().path]).toEqual([202, null]);
    const mails = await server.db.query.selectFrom('mail_outbox').select('user_id').execute();
    expect(mails).toEqual([{ user_id: seller }, { user_id: seller }]);
  });

  it('sends notifications only to administrators and finance', async () => {
    const store = openStore(server.db);
    const people = await store.periods.peopleOf(['admin', 'finance', 'salesperson']);
    const facts = { subject: { kind: 'period', id: '2026-10' } as const, occurrence: 'closed', words: { month: 'Oct 2026' } };
    await store.transaction((tx) => notify(tx, 'monthClosed', facts, { to: [...people, seller], at: server.clock() }));
    const notices = await server.db.query.selectFrom('notifications').select('user_id').execute();
    expect(notices.map(({ user_id }) => user_id)).not.toContain(seller);
    expect(notices.length).toBe(2);
  });
});

describe('months before go-live (decisions 2.32)', () => {
  it('are closed by one person in one step, without statements to confirm', async () => {
    const company = await createClosingCompany();
    server = company.server;
    await sql`update general_settings set live_at = null`.execute(server.db.query);
    await server.add({ email: 'fay@example.test', role: 'finance' });
    await company.book('sam', '2026-09-05', 1000);
    await company.book('sam', '2026-10-05', 1000);
    const closed = await company.ask('POST', '/period-closings', { until: '2026-10' });
    expect(closed.data.map(({ id, step }: { id: string; step: string }) => [id, step])).toEqual([
      ['2026-09', 'close'],
      ['2026-10', 'close'],
    ]);
    const { rows } = await sql`select user_id from issued_statements`.execute(server.db.query);
    expect(rows).toEqual([]);
  });
});

describe('setup checklist (decisions 4.08)', () => {
  it('is computed from facts', async () => {
    await begin();
    expect(await itemOf('people')).toMatchObject({ state: 'done', fact: '3 people, 1 of them with a selling role' });
    expect(await itemOf('plan')).toMatchObject({ state: 'done', fact: '1 plan: Sellers' });
    expect(await itemOf('company')).toMatchObject({ state: 'open' });
    await sql`update general_settings set company_name = 'Acme'`.execute(server.db.query);
    expect(await itemOf('company')).toMatchObject({ state: 'done', fact: 'Acme, America/Phoenix' });
    expect((await read('admin')).actions).toEqual(['skip', 'go_live']);
    expect((await read('finance')).actions).toEqual(['skip']);
    expect((await call('GET', '/setup', 'seller')).statusCode).toBe(403);
  });

  it('skips an item with a reason, audited, and can undo it', async () => {
    await begin();
    const skip = (key: string, reason: string) => call('PUT', `/setup/items/${key}/skip`, 'finance', { reason });
    expect((await skip('backup', ' no ')).json()).toMatchObject({
      errors: { reason: 'Say why this is skipped, in at least 5 characters.' },
    });
    expect((await skip('people', 'Not needed')).statusCode).toBe(409);
    expect((await skip('nothing', 'Not needed')).statusCode).toBe(400);
    expect((await skip('backup', 'Our host does it')).statusCode).toBe(200);
    expect(await itemOf('backup')).toMatchObject({ state: 'skipped', reason: 'Our host does it', skipped_by: 'Test Person' });
    expect((await call('DELETE', '/setup/items/backup/skip', 'admin')).statusCode).toBe(200);
    expect(await itemOf('backup')).toMatchObject({ state: 'open', reason: null });
    expect(await audited()).toEqual(expect.arrayContaining(['setup.item_skipped', 'setup.item_unskipped']));
  });
});

describe('going live (decisions 4.08)', () => {
  it('previews what each person will see and receive', async () => {
    await begin();
    const preview: LivePreview = (await call('GET', '/setup/live', 'admin')).json();
    expect(preview.people).toContainEqual(
      expect.objectContaining({ name: 'Sam Seller', sees: 'Their own sales, commission and payouts', earned: 0, invited: false }),
    );
    expect(preview.blockers).toEqual([]);
    expect((await call('GET', '/setup/live', 'finance')).statusCode).toBe(403);
    expect((await call('POST', '/setup/live', 'finance', {})).statusCode).toBe(403);
  });

  it('opens the company, and can be undone for ten minutes', async () => {
    await begin();
    expect((await goLive({})).json()).toMatchObject({ code: 'warnings' });
    expect((await goLive()).json()).toMatchObject({ live: true, actions: ['undo'] });
    expect((await call('GET', '/commissions?start_date=2026-10-01&end_date=2026-12-31', 'seller')).statusCode).toBe(200);
    expect((await goLive()).json()).toMatchObject({ code: 'company_live' });
    expect((await call('POST', '/setup/live/undo', 'admin', {})).json()).toMatchObject({ live: false });
    expect((await call('GET', '/commissions?start_date=2026-10-01&end_date=2026-12-31', 'seller')).statusCode).toBe(403);
    await goLive();
    server.clock.advance(10 * MINUTE_MS + 1);
    expect((await call('POST', '/setup/live/undo', 'admin', {})).json()).toMatchObject({ code: 'undo_over' });
    expect(await audited()).toEqual(expect.arrayContaining(['company.went_live', 'company.live_undone']));
  });

  it('is refused without salespeople, and without a chosen plan', async () => {
    await begin({}, '{}');
    expect((await goLive()).json()).toMatchObject({ code: 'no_plan' });
    await sql`update users set active = false where id = ${seller}`.execute(server.db.query);
    expect((await goLive()).json()).toMatchObject({ code: 'no_people' });
  });

  it('requires consent with an unreachable mail server; invitations go out after ten minutes, unless undone', async () => {
    await begin(withMail);
    const newcomer = await server.add({ email: 'new@example.test', role: 'salesperson', last_name: 'Newcomer' });
    const preview: LivePreview = (await call('GET', '/setup/live', 'admin')).json();
    expect(preview.warnings).toEqual([
      expect.stringMatching(/^The mail server did not answer: .+\. Invitations wait until the mail server can be reached\.$/),
    ]);
    expect((await goLive({})).json()).toMatchObject({ code: 'warnings' });
    await goLive();
    // A link requested earlier, whose email waits for another attempt.
    const link = {
      user_id: seller,
      recipient: 'sam@example.test',
      recipient_name: 'Sam',
      subject: 'Password',
      body: '',
      link: '/login/link#sl_x',
    };
    const retried = { ...link, send_at: '2026-11-21T12:05:00.000Z', created_at: '2026-11-21T11:59:00.000Z' };
    await server.db.query.insertInto('mail_outbox').values(retried).execute();
    const mails = () => server.db.query.selectFrom('mail_outbox').select(['user_id', 'send_at']).execute();
    const waiting = { user_id: seller, send_at: '2026-11-21T12:05:00.000Z' };
    expect(await mails()).toMatchObject([{ user_id: newcomer, send_at: '2026-11-21T12:10:00.000Z' }, waiting]);
    await call('POST', '/setup/live/undo', 'admin', {});
    expect(await mails()).toEqual([waiting]);
    const links = await server.db.query.selectFrom('sign_in_links').select('outcome').execute();
    expect(links).toEqual([{ outcome: 'withdrawn' }]);
  });

  it('keeps working invitations, invites no former employees, and undo ends only its own links', async () => {
    await begin(withMail);
    const add = (name: string) => server.add({ email: `${name}@example.test`, role: 'salesperson', last_name: name });
    const [earlier, newcomer, expired] = [await add('earlier'), await add('newcomer'), await add('expired')];
    await server.db.query
      .updateTable('users')
      .set({ left_on: '2026-11-01' })
      .where('id', '=', await add('gone'))
      .execute();
    const invite = async (id: number) => expect((await call('POST', `/users/${id}/invitation`, 'admin', {})).statusCode).toBe(200);
    await invite(expired);
    server.clock.advance(72 * 60 * MINUTE_MS);
    tokens.admin = (await server.signIn('ada@example.test')).access_token;
    await invite(earlier);
    const preview: LivePreview = (await call('GET', '/setup/live', 'admin')).json();
    const invited = preview.people.filter((person) => person.invited).map(({ user_id }) => Number(user_id));
    expect(invited.sort()).toEqual([newcomer, expired].sort());
    await goLive();
    const linkRequest = { email: 'newcomer@example.test' };
    expect((await server.call('POST', '/api/v1/auth/forgot', { body: linkRequest })).statusCode).toBe(202);
    const links = async () => {
      const rows = await server.db.query.selectFrom('sign_in_links').select(['user_id', 'created_by', 'outcome']).orderBy('id').execute();
      return rows.map(({ user_id, created_by, outcome }) => [user_id, created_by === null ? 'asked' : 'invited', outcome]);
    };
    await expect.poll(links).toContainEqual([newcomer, 'asked', null]);
    expect((await call('POST', '/setup/live/undo', 'admin', {})).statusCode).toBe(200);
    const left = await links();
    expect(left.filter(([id]) => id === earlier)).toEqual([[earlier, 'invited', null]]);
    expect(left.filter(([id]) => id === newcomer)).toEqual([
      [newcomer, 'invited', 'withdrawn'],
      [newcomer, 'asked', null],
    ]);
  });
});
