import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { SecondFactorChallenge } from '../../../../contract/entities/secondFactor.ts';
import type { Role } from '../../../../contract/entities/user.ts';
import { parseSecretKey, type SecretKey } from '../../../../server/start/secrets.ts';
import { type Call, PASSWORD, type TestApp, testApp } from '../testApp.ts';

const STEP_MS = 30_000;
export const factorUrl = '/api/v1/auth/second-factor';
/** The address of requests without PUBLIC_URL. */
export const testOrigin = 'http://localhost';

/** The code that an authenticator app shows, `steps` of thirty seconds from now. */
export const codeAt = (app: TestApp, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock().getTime() + steps * STEP_MS });

export type FactorPerson = Readonly<{ email: string; id: number; token: string; secret: string; codes: string[] }>;

/** A server with a key, and people who set up a second factor. */
export const createFactorCompany = async (options: Parameters<typeof testApp>[0] = {}) => {
  const key = parseSecretKey(randomBytes(32).toString('base64')) as SecretKey;
  const config = { logLevel: 'info', trustProxy: [], publicUrl: undefined, encryptionKeys: [key] } as const;
  const app = await testApp({ config, ...options });

  const setUp = async (token: string): Promise<Pick<FactorPerson, 'secret' | 'codes'>> => {
    const { secret } = (await app.call('POST', `${factorUrl}/begin`, { token, body: { current_password: PASSWORD } })).json();
    const enabled = await app.call('POST', `${factorUrl}/enable`, { token, body: { code: codeAt(app, secret) } });
    if (enabled.statusCode !== 200) throw new Error(`second factor: ${enabled.statusCode} ${enabled.body}`);
    return { secret, codes: enabled.json().recovery_codes };
  };
  const addWithFactor = async (name: string, role: Role): Promise<FactorPerson> => {
    const email = `${name}@example.test`;
    const id = await app.add({ email, role, first_name: name, last_name: 'Person' });
    const { access_token: token } = await app.signIn(email);
    const factor = await setUp(token);
    // The code used for set-up cannot be used again.
    app.clock.advance(STEP_MS);
    return { email, id, token, ...factor };
  };
  /** The first step of a sign-in. */
  const challengeOf = async (email: string, overrides: Call = {}): Promise<SecondFactorChallenge['second_factor']> => {
    const answer = await app.login(email, PASSWORD, overrides);
    if (answer.statusCode !== 202) throw new Error(`no challenge: ${answer.statusCode} ${answer.body}`);
    return answer.json().second_factor;
  };
  const finish = (attempt: string, answer: object, overrides: Call = {}) =>
    app.call('POST', factorUrl, { body: { attempt, ...answer }, ...overrides });
  const auditOf = async (action: string) =>
    app.db.query.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id').execute();
  const noticesOf = async (userId: number) =>
    await app.db.query.selectFrom('notifications').select(['title', 'message']).where('user_id', '=', userId).orderBy('id').execute();
  return { app, setUp, addWithFactor, challengeOf, finish, auditOf, noticesOf };
};
