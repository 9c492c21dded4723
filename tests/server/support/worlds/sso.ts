import { randomBytes } from 'node:crypto';
import { readEnvironment } from '../../../../server/start/environment.ts';
import { issuerBrowser, issuerEnv, startIssuer } from '../issuer.ts';
import { type TestApp, testApp } from '../testApp.ts';

export const appUrl = 'https://sales.example.test';
export const encryptionKey = randomBytes(32).toString('base64');
const person = (name: string, overrides: object = {}) => ({
  email: `${name}@example.test`,
  email_verified: true,
  given_name: 'Ida',
  family_name: 'Known',
  groups: ['sellers'],
  ...overrides,
});
export const accounts = {
  ida: person('ida'),
  upper: person('UPPER'),
  unverified: person('ida', { email_verified: false }),
  silent: { given_name: 'No', family_name: 'Mail', groups: ['sellers'] },
  gone: person('gone'),
  new: person('new'),
  nameless: { email: 'nameless@example.test', email_verified: true, groups: ['sellers'] },
  stranger: person('stranger', { groups: ['visitors'] }),
  boss: person('boss', { groups: ['sellers'] }),
  rising: person('rising', { groups: ['books', 'sellers'] }),
  outsider: person('outsider', { groups: [] }),
  temp: person('temp'),
};

const cookieOf = (answer: { headers: Record<string, unknown> }): string => String(answer.headers['set-cookie']).split(';')[0] ?? '';

/** A company whose people sign in at a real issuer on this machine. */
export const createSsoCompany = async () => {
  const issuer = await startIssuer({ accounts, appUrl });
  const servers: TestApp[] = [];
  /** A server with the current time, like the issuer's. */
  const serverWith = async (overrides: Record<string, string> = {}, from = issuer): Promise<TestApp> => {
    const env = { LOG_LEVEL: 'info', ENCRYPTION_KEY: encryptionKey, ...issuerEnv(from, appUrl, overrides) };
    const server = await testApp({ config: readEnvironment(env, []) });
    server.clock.set(new Date().toISOString());
    servers.push(server);
    return server;
  };
  const server = await serverWith();
  await server.add({ email: 'Ida@Example.test', role: 'salesperson', first_name: 'Ida', last_name: 'Known' });

  const begin = async (app = server, body: object = {}) => {
    const answer = await app.call('POST', '/api/v1/auth/sso/begin', { body });
    return { answer, cookie: cookieOf(answer), url: answer.statusCode === 200 ? (answer.json().url as string) : '' };
  };
  const returnFromIssuer = (app: TestApp, callback: URL, cookie: string) =>
    app.call('GET', `${callback.pathname}${callback.search}`, cookie ? { headers: { cookie } } : {});
  const finish = (app: TestApp, cookie: string) => app.call('POST', '/api/v1/auth/sso/finish', { headers: { cookie } });
  /** All steps of a sign-in. @returns the response that the app gets at the end */
  const signIn = async (login: string, app = server, body: object = {}) => {
    const { url, cookie } = await begin(app, body);
    await returnFromIssuer(app, await issuerBrowser().signIn(url, login), cookie);
    return finish(app, cookie);
  };

  /** Restores the issuer's responses and sets every server to the current time. */
  const reset = (): void => {
    issuer.tamper(null);
    for (const app of servers) app.clock.set(new Date().toISOString());
  };
  const close = async (): Promise<void> => {
    for (const app of servers) await app.close();
    await issuer.down();
  };
  return { issuer, server, serverWith, begin, come: returnFromIssuer, finish, signIn, reset, close };
};

export const auditOf = (app: TestApp, action: string) =>
  app.db.query.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id').execute();
