import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { resetFromConsole } from '../../../server/domain/people/resetFromConsole.ts';
import { createPasswords } from '../../../server/domain/session/passwords.ts';
import { readEnvironment } from '../../../server/start/environment.ts';
import { HOUR_MS, PASSWORD, type TestApp, testApp } from '../support/testApp.ts';

const NEXT_PASSWORD = 'four clouds over a lake';
const mail = { SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'Quotaboard <no-reply@example.test>', PUBLIC_URL: 'https://sales.example.test' };
/** Without a mail server, an administrator hands over the link. */
let server: TestApp;
let withMail: TestApp;
let people = 0;
let email: string;
let userId: number;
let boss: string;
beforeAll(async () => {
  server = await testApp();
  withMail = await testApp({ config: readEnvironment({ LOG_LEVEL: 'silent', ...mail }, []) });
  for (const app of [server, withMail]) {
    await app.add({ email: 'boss@example.test', role: 'admin', first_name: 'Ada', last_name: 'Boss' });
    await app.add({ email: 'second@example.test', role: 'admin' });
  }
});
afterAll(() => Promise.all([server.close(), withMail.close()]));
beforeEach(async () => {
  people += 1;
  email = `person${people}@example.test`;
  userId = await server.add({ email, role: 'salesperson', first_name: 'Rosalind', last_name: 'Okonkwo' });
  boss = (await server.signIn('boss@example.test')).access_token;
});

const invite = (id = userId, token = boss) => server.call('POST', `/api/v1/users/${id}/invitation`, { token, body: {} });
const tokenOf = (path: string): string => path.replace('/login/link#', '');
const invited = async (): Promise<string> => tokenOf((await invite()).json().path);
const read = (token: string) => server.call('POST', '/api/v1/auth/links/read', { body: { token } });
const take = (token: string, new_password = NEXT_PASSWORD) =>
  server.call('POST', '/api/v1/auth/links/use', { body: { token, new_password } });
const auditOf = async (action: string, id: number) =>
  server.db.query.selectFrom('audit_log').selectAll().where('action', '=', action).where('entity_id', '=', String(id)).execute();

describe('an invitation without a mail server', () => {
  it('is a link that names its person, accepts a password once, ends their sessions, and signs in with it', async () => {
    const there = await server.signIn(email);
    const answer = await invite();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      path: expect.stringMatching(/^\/login\/link#sl_[\w-]{43}$/),
      expires_at: new Date(server.clock().getTime() + 72 * HOUR_MS).toISOString(),
    });
    const token = tokenOf(answer.json().path);
    expect((await read(token)).json()).toEqual({ email });
    expect((await take(token)).statusCode).toBe(204);
    expect((await server.login(email, NEXT_PASSWORD)).json().user.must_change_password).toBe(false);
    expect((await server.me(there.access_token)).statusCode).toBe(401);
    expect((await server.login(email, PASSWORD)).statusCode).toBe(401);
    for (const repeated of [await read(token), await take(token, 'another long sentence')])
      expect([repeated.statusCode, repeated.json().code]).toEqual([410, 'link_used']);
    expect(JSON.stringify([await auditOf('user.invited', userId), await auditOf('user.password_changed', userId)])).not.toContain('sl_');
  });

  it('works for one of two concurrent users', async () => {
    const token = await invited();
    const answers = await Promise.all([take(token), take(token, 'another long sentence')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 410]);
  });

  it('ends after 72 hours, with a newer one, on withdrawal, and with a reset or a deactivation', async () => {
    const late = await invited();
    server.clock.advance(72 * HOUR_MS);
    expect((await read(late)).json().code).toBe('link_expired');
    boss = (await server.signIn('boss@example.test')).access_token;
    const older = await invited();
    const newer = await invited();
    expect((await take(older)).json().code).toBe('link_withdrawn');
    expect((await read(newer)).statusCode).toBe(200);
    const withdraw = () => server.call('DELETE', `/api/v1/users/${userId}/invitation`, { token: boss });
    expect((await withdraw()).statusCode).toBe(204);
    expect((await take(newer)).json().code).toBe('link_withdrawn');
    expect((await withdraw()).json().code).toBe('no_invitation');
    const reset = await invited();
    await server.call('POST', `/api/v1/users/${userId}/temporary-password`, { token: boss, body: {} });
    expect((await take(reset)).json().code).toBe('link_withdrawn');
    const closed = await invited();
    await server.call('PUT', `/api/v1/users/${userId}`, { token: boss, body: { active: false } });
    expect((await take(closed)).json().code).toBe('link_withdrawn');
    expect((await invite()).json().code).toBe('account_inactive');
    // Reactivating the account does not restore it.
    await server.call('PUT', `/api/v1/users/${userId}`, { token: boss, body: { active: true } });
    expect((await take(closed)).json().code).toBe('link_withdrawn');
    const fromConsole = await invited();
    await resetFromConsole({ store: openStore(server.db), clock: server.clock, passwords: createPasswords() }, email);
    expect((await take(fromConsole)).json().code).toBe('link_withdrawn');
  });

  it('is refused the day after the person’s employment has ended, and names the day', async () => {
    const today = server.clock().toISOString().slice(0, 10);
    const before = new Date(server.clock().getTime() - 24 * HOUR_MS).toISOString().slice(0, 10);
    const leave = (employment_end: string | null) =>
      server.call('PUT', `/api/v1/users/${userId}`, { token: boss, body: { employment_end } });
    expect((await leave(today)).statusCode).toBe(200);
    expect((await invite()).statusCode).toBe(200);
    expect((await leave(before)).statusCode).toBe(200);
    for (const answer of [await invite(), await invite()]) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'person_left']);
      expect(answer.json().message).toBe(
        `Rosalind Okonkwo left on ${dayText(before)}. To invite them again, change their employment first.`,
      );
    }
    await leave(null);
    expect((await invite()).statusCode).toBe(200);
  });

  it('decisions 4.06: works only while its author still manages accounts, and a link to an approver is announced', async () => {
    const second = (await server.signIn('second@example.test')).access_token;
    const finance = await server.add({ email: `fay${people}@example.test`, role: 'finance', first_name: 'Fay', last_name: 'Chen' });
    await invite(finance, second);
    const notices = await server.db.query.selectFrom('notifications').selectAll().where('title', 'like', '%may approve%').execute();
    expect(notices.some(({ message }) => message.includes('Fay Chen'))).toBe(true);
    // A second link sends a new notice.
    await invite(finance, second);
    const count = (title: string) => server.db.query.selectFrom('notifications').selectAll().where('title', '=', title).execute();
    const repeated = await count('Invitation to an account that may approve');
    expect(repeated.length).toBe(2 * new Set(repeated.map(({ user_id }) => user_id)).size);
    const last = tokenOf((await invite(finance, second)).json().path);
    const { id } = await server.db.query
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'second@example.test')
      .executeTakeFirstOrThrow();
    const set = (role: 'admin' | 'finance') => server.db.query.updateTable('users').set({ role }).where('id', '=', id).execute();
    await set('finance');
    expect((await take(last)).json().code).toBe('link_withdrawn');
    await set('admin');
    expect((await take(last)).statusCode).toBe(204);
    const chosen = await count('A password was chosen for your account');
    expect(chosen.filter(({ user_id }) => user_id === finance)).toHaveLength(1);
  });

  it.each([
    ['nonsense', 'sl_nonsense', NEXT_PASSWORD, 410, 'link_unknown'],
    ['another kind of token', `rt_${'a'.repeat(43)}`, NEXT_PASSWORD, 410, 'link_unknown'],
    ['a token that was never issued', `sl_${'a'.repeat(43)}`, NEXT_PASSWORD, 410, 'link_unknown'],
  ])('refuses a link of %s', async (_what, token, password, status, code) => {
    const answer = await take(token, password);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it.each([
    ['eleven char', 'New password must have at least 12 characters'],
    ['Rosalind-Okonkwo1', 'New password is too common: choose another'],
  ])('refuses a bad password by field, and the link still works: %s', async (password, message) => {
    const token = await invited();
    const answer = await take(token, password);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { new_password: message }]);
    expect((await take(token)).statusCode).toBe(204);
  });

  it('cannot be created for oneself, for an unknown person, or by others', async () => {
    const { id } = await server.db.query
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'boss@example.test')
      .executeTakeFirstOrThrow();
    expect((await invite(id)).json().code).toBe('own_account');
    expect((await invite(999_999)).statusCode).toBe(404);
    const { access_token } = await server.signIn(email);
    expect((await invite(userId, access_token)).statusCode).toBe(403);
  });
});

describe('with a mail server', () => {
  const mails = () => withMail.db.query.selectFrom('mail_outbox').select(['recipient', 'subject', 'link']).orderBy('id').execute();
  /** The response comes first, then the email. */
  const askForLink = async (address: string) => {
    const answer = await withMail.call('POST', '/api/v1/auth/forgot', { body: { email: address } });
    await new Promise((passed) => setTimeout(passed, 100));
    return answer;
  };

  it('emails an invitation, and no administrator sees its link', async () => {
    const { access_token } = await withMail.signIn('boss@example.test');
    const id = await withMail.add({ email: 'new@example.test', role: 'salesperson' });
    const answer = await withMail.call('POST', `/api/v1/users/${id}/invitation`, { token: access_token, body: {} });
    expect(answer.json().path).toBeNull();
    const [sent] = await mails();
    expect(sent).toMatchObject({ recipient: 'new@example.test', subject: expect.stringMatching(/^Ada Boss invited you to /) });
    const token = tokenOf(sent?.link ?? '');
    const taken = await withMail.call('POST', '/api/v1/auth/links/use', { body: { token, new_password: NEXT_PASSWORD } });
    expect(taken.statusCode).toBe(204);
    expect((await withMail.login('new@example.test', NEXT_PASSWORD)).statusCode).toBe(200);
  });

  it('emails a reset link valid for an hour; strangers, the inactive and a fourth request get the same answer and no email', async () => {
    await withMail.db.query.deleteFrom('mail_outbox').execute();
    await withMail.add({ email: 'lost@example.test', role: 'salesperson' });
    await withMail.add({ email: 'left@example.test', role: 'salesperson', active: false });
    const answers = [];
    for (const address of ['nobody@example.test', 'left@example.test', ...Array.from({ length: 5 }, () => ' Lost@example.test')])
      answers.push(await askForLink(address));
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(answers.map(() => [202, 'null']));
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient)).toEqual(['lost@example.test', 'lost@example.test', 'lost@example.test']);
    const [first = '', second = ''] = sent.map(({ link }) => tokenOf(link ?? ''));
    const use = (token: string) => withMail.call('POST', '/api/v1/auth/links/use', { body: { token, new_password: NEXT_PASSWORD } });
    expect((await use(first)).statusCode).toBe(204);
    // Using one link ends the others.
    expect((await use(second)).json().code).toBe('link_withdrawn');
    withMail.clock.advance(HOUR_MS);
    await askForLink('lost@example.test');
    const last = tokenOf((await mails()).at(-1)?.link ?? '');
    withMail.clock.advance(HOUR_MS);
    expect((await use(last)).json().code).toBe('link_expired');
  });

  it('decisions 4.07: limits a network’s requests to the number of failed sign-ins a minute, for any address, and locks nobody out', async () => {
    const from = (email: string) => withMail.call('POST', '/api/v1/auth/forgot', { body: { email }, remoteAddress: '203.0.113.9' });
    await withMail.add({ email: 'owner@example.test', role: 'salesperson' });
    for (let request = 0; request < 29; request += 1) expect((await from(`nobody${request}@example.test`)).statusCode).toBe(202);
    expect((await from('owner@example.test')).statusCode).toBe(202);
    const refused = await from('owner@example.test');
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([429, 'too_many_attempts', '60']);
    expect((await askForLink('owner@example.test')).statusCode).toBe(202);
    expect((await withMail.login('owner@example.test')).statusCode).toBe(200);
    const signIn = (password: string) =>
      withMail.call('POST', '/api/v1/auth/login', { body: { email: 'owner@example.test', password }, remoteAddress: '203.0.113.9' });
    expect((await signIn('not the password')).statusCode).toBe(401);
    expect((await signIn(PASSWORD)).statusCode).toBe(200);
    withMail.clock.advance(60_000);
    expect((await from('owner@example.test')).statusCode).toBe(202);
  });

  it('decisions 4.07: requests do not keep failed sign-ins out of the audit log', async () => {
    for (let network = 1; network <= 7; network += 1)
      for (let request = 0; request < 30; request += 1) {
        const remoteAddress = `198.51.${100 + network}.9`;
        const answer = await withMail.call('POST', '/api/v1/auth/forgot', { body: { email: 'nobody@example.test' }, remoteAddress });
        expect(answer.statusCode).toBe(202);
      }
    const failures = () => withMail.db.query.selectFrom('audit_log').select('id').where('action', '=', 'auth.failed').execute();
    const before = (await failures()).length;
    expect((await withMail.login('unknown@example.test')).statusCode).toBe(401);
    expect(await failures()).toHaveLength(before + 1);
  });
});
