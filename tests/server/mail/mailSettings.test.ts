import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../../server/start/environment.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

const mail = (env: Record<string, string>, argv: string[] = []) => readEnvironment(env, argv).mail;
const PUBLIC = { PUBLIC_URL: 'https://sales.example.test' };
const fullSettings = { SMTP_URL: 'smtps://kim:se%40cret@mail.example.test:465', MAIL_FROM: 'Quotaboard <no-reply@example.test>' };

describe('decisions 5.03: mail settings', () => {
  it('are read from SMTP_URL and MAIL_FROM, without which no email is sent', () => {
    expect(mail({})).toBeNull();
    expect(mail(fullSettings, ['--demo'])?.links).toBe('http://127.0.0.1:8080');
    expect(mail({ ...fullSettings, ...PUBLIC })).toEqual({
      url: fullSettings.SMTP_URL,
      from: { name: 'Quotaboard', address: 'no-reply@example.test' },
      links: 'https://sales.example.test',
    });
    expect(mail({ ...fullSettings, ...PUBLIC, MAIL_FROM: 'no-reply@example.test' })?.from).toEqual({
      name: '',
      address: 'no-reply@example.test',
    });
  });

  it.each([
    [{ ...fullSettings }, 'PUBLIC_URL is not set'],
    [{ ...PUBLIC, SMTP_URL: fullSettings.SMTP_URL }, 'MAIL_FROM is not set'],
    [{ ...PUBLIC, MAIL_FROM: fullSettings.MAIL_FROM }, 'MAIL_FROM is set and SMTP_URL is not'],
    [{ ...PUBLIC, ...fullSettings, MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an address'],
    [{ ...PUBLIC, ...fullSettings, MAIL_FROM: 'A <a@b.test>, B <c@d.test>' }, 'MAIL_FROM must be an address'],
    [{ ...PUBLIC, ...fullSettings, MAIL_FROM: 'A <a@b.test>\r\nBcc: c@d.test' }, 'MAIL_FROM must be an address'],
    [{ ...PUBLIC, ...fullSettings, SMTP_URL: 'https://mail.example.test' }, 'SMTP_URL must be the address of a mail server'],
    [{ ...PUBLIC, ...fullSettings, SMTP_URL: 'mail.example.test' }, 'SMTP_URL must be the address of a mail server'],
    [{ ...PUBLIC, ...fullSettings, SMTP_URL: 'smtp://kim@mail.example.test' }, 'SMTP_URL must be the address of a mail server'],
  ])('refuse %j and name the variable', (env, sentence) => expect(() => mail(env)).toThrow(sentence));

  it('never show any part of the password on refusal', () => {
    expect(() => mail({ ...PUBLIC, ...fullSettings, SMTP_URL: 'smtp://kim:very-secret@mail.example.test/x?y' })).toThrow(
      /^(?!.*very-secret)/,
    );
  });
});

describe('failed emails', () => {
  let server: TestApp;
  const tokens: Record<string, string> = {};
  const config = { logLevel: 'info', trustProxy: [], publicUrl: undefined, mail: mail({ ...PUBLIC, ...fullSettings }) } as const;
  beforeAll(async () => {
    server = await testApp({ config } as object);
    for (const [name, role] of [
      ['ada', 'admin'],
      ['sam', 'salesperson'],
    ] as const) {
      await server.add({ email: `${name}@example.test`, role });
      tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
    }
  });
  afterAll(() => server.close());
  const call = (name: string, method: 'GET' | 'POST', path = '') =>
    server.call(method, `/api/v1/mail-failures${path}`, { token: tokens[name] });

  it('exclude Slack messages: they are not found (decisions 3.08)', async () => {
    const at = server.clock().toISOString();
    const channel = { name: 'Mine', address_hint: '', topics: '[]', readers: '[]', next_at: at };
    const { id: channel_id } = await server.db.query.insertInto('channels').values(channel).returning('id').executeTakeFirstOrThrow();
    const values = { recipient: '', recipient_name: '', subject: 'Commission adjusted', body: 'private', send_at: at, channel_id };
    const { id } = await server.db.query
      .insertInto('mail_outbox')
      .values({ ...values, state: 'failed', error: 'x', ended_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await call('ada', 'POST', `/${id}/retry`)).statusCode).toBe(404);
  });

  it('are listed for administrators and can be resent, without showing their content', async () => {
    const at = server.clock().toISOString();
    const values = { recipient: 'sam@example.test', recipient_name: 'Sam', subject: 'October is closed', body: 'private', send_at: at };
    const { id } = await server.db.query
      .insertInto('mail_outbox')
      .values({ ...values, state: 'failed', error: 'no such mailbox', attempts: 3, ended_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const answer = await call('ada', 'GET');
    expect(answer.json()).toMatchObject({ sends: true, waiting: 0, data: [{ id: String(id), error: 'no such mailbox', attempts: 3 }] });
    expect(answer.body).not.toContain('private');
    expect((await call('sam', 'GET')).statusCode).toBe(403);
    expect((await call('sam', 'POST', `/${id}/retry`)).statusCode).toBe(403);
    expect((await call('ada', 'POST', `/${id}/retry`)).statusCode).toBe(204);
    expect((await call('ada', 'GET')).json()).toMatchObject({ waiting: 1, data: [] });
    expect((await call('ada', 'POST', `/${id}/retry`)).statusCode).toBe(409);
    expect((await call('ada', 'POST', '/999999/retry')).statusCode).toBe(404);
  });

  it('the public settings say whether emails are sent', async () => {
    const { features } = (await server.call('GET', '/api/v1/public/settings')).json();
    expect(features).not.toContain('no-mail');
    expect(features).toContain('no-push');
  });
});
