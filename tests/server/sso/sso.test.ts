import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLOCK_TOLERANCE_S } from '../../../server/connectors/oidc/issuer.ts';
import { readEnvironment } from '../../../server/start/environment.ts';
import { CLIENT_SECRET, issuerBrowser, issuerEnv, startIssuer } from '../support/issuer.ts';
import { MINUTE_MS, testApp } from '../support/testApp.ts';
import { accounts, appUrl, auditOf, createSsoCompany, encryptionKey } from '../support/worlds/sso.ts';

const { issuer, server, serverWith, begin, come, finish, signIn, reset, close } = await createSsoCompany();
beforeAll(async () => {
  await server.add({ email: 'upper@example.test', role: 'finance' });
  await server.add({ email: 'gone@example.test', role: 'salesperson', active: false });
  await server.add({ email: 'temp@example.test', role: 'salesperson', must_change_password: true });
});
afterAll(close);
beforeEach(async () => {
  reset();
  await server.db.query.deleteFrom('login_attempts').execute();
});

/** An ID token for the issuer's other client. */
const tokenOfAnotherClient = async (nonce: string): Promise<string> => {
  const redirect_uri = 'http://127.0.0.1:1/callback';
  const verifier = 'v'.repeat(43);
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = {
    client_id: 'another',
    redirect_uri,
    response_type: 'code',
    scope: 'openid',
    nonce,
    code_challenge,
    code_challenge_method: 'S256',
  };
  const callback = await issuerBrowser().signIn(`${issuer.url}/auth?${new URLSearchParams(query)}`, 'ida');
  const code = callback.searchParams.get('code') ?? '';
  const body = {
    grant_type: 'authorization_code',
    code,
    redirect_uri,
    code_verifier: verifier,
    client_id: 'another',
    client_secret: CLIENT_SECRET,
  };
  const answer = await fetch(`${issuer.url}/token`, { method: 'POST', body: new URLSearchParams(body) });
  return ((await answer.json()) as { id_token: string }).id_token;
};
describe('issuer sign-in', () => {
  it('decisions 4.15: goes from a configured issuer to a session: code, PKCE, state and nonce, and the usual tokens', async () => {
    const { answer, url, cookie } = await begin(server, { return_to: '/commissions?period=year', remember_me: true });
    expect(answer.headers['set-cookie']).toMatch(/^__Host-sso=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
    const parameters = Object.fromEntries(new URL(url).searchParams);
    expect(parameters).toMatchObject({
      response_type: 'code',
      client_id: 'quotaboard',
      scope: 'openid email profile',
      redirect_uri: `${appUrl}/api/v1/auth/sso/callback`,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(parameters[name]).toMatch(/^[\w-]{43}$/);

    const callback = await issuerBrowser().signIn(url, 'ida');
    const back = await come(server, callback, cookie);
    expect([back.statusCode, back.headers.location]).toEqual([303, `${appUrl}/login/sso`]);
    expect(JSON.stringify(back.headers)).not.toMatch(/at_|rt_/);

    const done = await finish(server, cookie);
    expect(done.statusCode, done.body).toBe(200);
    const { access_token, refresh_token, user, return_to } = done.json();
    expect([access_token, refresh_token]).toEqual([expect.stringMatching(/^at_/), expect.stringMatching(/^rt_/)]);
    expect(return_to).toBe('/commissions?period=year');
    expect(user).toMatchObject({ email: 'Ida@Example.test', role: 'salesperson' });
    expect((await server.me(access_token)).json()).toEqual(user);
    expect((await server.refresh(refresh_token)).statusCode).toBe(200);
    const { data } = (await server.call('GET', '/api/v1/auth/sessions', { token: access_token })).json();
    expect(data.find((session: { current: boolean }) => session.current)).toMatchObject({ remembered: true });
    expect((await auditOf(server, 'auth.login')).at(-1)).toMatchObject({ cause: 'Single sign-on by Acme ID' });
    expect(done.headers['set-cookie']).toContain('Max-Age=0');
  });

  it('decisions 4.15: stores nothing about a pending sign-in that could be used from the database', async () => {
    const { url, cookie } = await begin();
    const secret = cookie.split('=')[1] ?? '';
    const rows = JSON.stringify(await server.db.query.selectFrom('sso_attempts').selectAll().execute());
    expect(rows).toContain(createHash('sha256').update(secret).digest('hex'));
    for (const text of [secret, ...['state', 'nonce', 'code_challenge'].map((name) => new URL(url).searchParams.get(name) ?? '')])
      expect(rows).not.toContain(text);
  });

  it('treats an email address in another case as the same person', async () => {
    expect((await signIn('upper')).json().user).toMatchObject({ email: 'upper@example.test', role: 'finance' });
  });

  it('decisions 4.15: shows the issuer’s name in the login page’s settings', async () => {
    const settings = (await server.call('GET', '/api/v1/public/settings')).json();
    expect(settings).toMatchObject({ sso: { name: 'Acme ID', passwords: 'everyone' } });
    expect(settings.features).toContain('sso');
    const plain = await testApp();
    const without = (await plain.call('GET', '/api/v1/public/settings')).json();
    expect([without.sso, without.features.includes('sso')]).toEqual([undefined, false]);
    for (const [method, path] of [
      ['POST', 'begin'],
      ['GET', 'callback'],
      ['POST', 'finish'],
    ] as const) {
      const answer = await plain.call(method, `/api/v1/auth/sso/${path}`, method === 'POST' ? { body: {} } : {});
      expect(answer.statusCode, path).toBe(404);
    }
    await plain.close();
  });

  it('decisions 4.15: ends an unused temporary password at the first issuer sign-in', async () => {
    const { access_token, user } = (await signIn('temp')).json();
    expect(user.must_change_password).toBe(false);
    expect((await server.call('GET', '/api/v1/notifications', { token: access_token })).statusCode).toBe(200);
    expect((await server.login('temp@example.test')).statusCode).toBe(401);
    expect(await auditOf(server, 'user.temporary_password_ended')).toHaveLength(1);
  });

  it('decisions 4.05, 4.15: is not locked by failed passwords', async () => {
    for (let count = 0; count < 6; count += 1) await server.login('ida@example.test', 'wrong');
    expect((await server.login('ida@example.test')).statusCode).toBe(429);
    expect((await signIn('ida')).statusCode).toBe(200);
  });
});

describe('invalid input', () => {
  it.each([
    [
      'unverified',
      403,
      'email_unverified',
      'Acme ID has not verified your email address, so you cannot be recognized. Ask your administrator.',
    ],
    [
      'silent',
      403,
      'email_unverified',
      'Acme ID has not verified your email address, so you cannot be recognized. Ask your administrator.',
    ],
    ['gone', 403, 'account_inactive', 'Your account is not active. Ask your administrator.'],
    ['new', 403, 'no_account', 'There is no account with your email address. Ask your administrator for one.'],
  ])('refuses %s with a message, once', async (login, status, code, message) => {
    const { url, cookie } = await begin();
    await come(server, await issuerBrowser().signIn(url, login), cookie);
    const refused = await finish(server, cookie);
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([status, code, message]);
    expect((await finish(server, cookie)).json().code).toBe('sso_stale');
    expect(await server.db.query.selectFrom('users').select('id').where('email_key', '=', 'new@example.test').execute()).toEqual([]);
  });

  it('decisions 4.05: logs refusals of accounts and of unknown people in the audit log', async () => {
    const causes = (await auditOf(server, 'auth.failed')).map(({ cause }) => cause);
    expect(causes).toContain('Single sign-on by Acme ID: account_inactive');
    expect(causes).toContain('Single sign-on by Acme ID: no_account');
  });

  it('accepts a callback once, in time, and only from the browser that began', async () => {
    const { url, cookie } = await begin();
    const callback = await issuerBrowser().signIn(url, 'ida');
    const other = await begin();
    for (const stolen of ['', other.cookie]) {
      expect((await come(server, callback, stolen)).statusCode).toBe(303);
      expect((await finish(server, stolen)).json().code).toBe('sso_stale');
    }
    await come(server, callback, cookie);
    const before = issuer.requests.length;
    // A replayed code is not sent to the issuer again.
    await come(server, callback, cookie);
    expect(issuer.requests).toHaveLength(before);
    expect((await finish(server, cookie)).statusCode).toBe(200);
    await come(server, callback, cookie);
    expect((await finish(server, cookie)).json()).toMatchObject({ code: 'sso_stale' });

    const late = await begin();
    const lateCallback = await issuerBrowser().signIn(late.url, 'ida');
    server.clock.advance(10 * MINUTE_MS);
    await come(server, lateCallback, late.cookie);
    expect((await finish(server, late.cookie)).statusCode).toBe(410);
  });

  it('fails on a code that the issuer has already redeemed', async () => {
    const first = await begin();
    const callback = await issuerBrowser().signIn(first.url, 'ida');
    await come(server, callback, first.cookie);
    const second = await begin();
    const forged = new URL(callback);
    forged.searchParams.set('state', new URL(second.url).searchParams.get('state') ?? '');
    await come(server, forged, second.cookie);
    expect((await finish(server, second.cookie)).json().code).toBe('sso_refused');
  });

  it('refuses a token of another sign-in, and one of another audience', async () => {
    let taken = '';
    issuer.tamper((answer) => {
      taken = answer.id_token;
      return answer;
    });
    expect((await signIn('ida')).statusCode).toBe(200);
    issuer.tamper((answer) => ({ ...answer, id_token: taken }));
    expect((await signIn('ida')).json().code).toBe('sso_refused');
    expect(server.log.at(-3)).toContain('OAUTH_JWT_CLAIM_COMPARISON_FAILED');
    issuer.tamper(null);

    // The same person and nonce, signed by the issuer for another of its clients.
    const { url, cookie } = await begin();
    const callback = await issuerBrowser().signIn(url, 'ida');
    const id_token = await tokenOfAnotherClient(new URL(url).searchParams.get('nonce') ?? '');
    issuer.tamper((answer) => ({ ...answer, id_token }));
    await come(server, callback, cookie);
    expect((await finish(server, cookie)).json().code).toBe('sso_refused');
    expect(server.log.at(-3)).toContain('OAUTH_JWT_CLAIM_COMPARISON_FAILED');
  });

  it('refuses a modified ID token', async () => {
    issuer.tamper((answer) => {
      const [head = '', body = '', signature = ''] = answer.id_token.split('.');
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
      const forged = Buffer.from(JSON.stringify({ ...claims, aud: 'quotaboard', sub: 'boss' })).toString('base64url');
      return { ...answer, id_token: `${head}.${forged}.${signature}` };
    });
    expect((await signIn('ida')).json().code).toBe('sso_refused');
  });

  it('refuses a cancellation by the person or the issuer, and addresses outside the app', async () => {
    const { url, cookie } = await begin();
    const state = new URL(url).searchParams.get('state') ?? '';
    await come(server, new URL(`${appUrl}/api/v1/auth/sso/callback?error=access_denied&state=${state}`), cookie);
    expect((await finish(server, cookie)).json().message).toBe('Acme ID did not sign you in.');
    for (const return_to of ['https://evil.test', '//evil.test', '/\\evil.test', 'commissions'])
      expect((await begin(server, { return_to })).answer.statusCode, return_to).toBe(400);
  });

  it('accepts rotated issuer keys at once, and names an unreachable issuer', async () => {
    issuer.rotateKeys();
    expect((await signIn('ida')).statusCode).toBe(200);
    const { url, cookie } = await begin();
    const callback = await issuerBrowser().signIn(url, 'ida');
    await issuer.down();
    const apart = await serverWith();
    const refused = await begin(apart);
    expect([refused.answer.statusCode, refused.answer.json().message]).toEqual([
      503,
      'Acme ID does not answer at the moment. Try again in a minute.',
    ]);
    await come(server, callback, cookie);
    expect((await finish(server, cookie)).json().code).toBe('sso_refused');
    await issuer.up();
    expect((await begin(apart)).answer.statusCode).toBe(200);
    expect((await signIn('ida')).statusCode).toBe(200);
  });

  it('bad input: accepts issuer keys rotated during the sign-in', async () => {
    const { url, cookie } = await begin();
    const callback = await issuerBrowser().signIn(url, 'ida');
    issuer.rotateKeys();
    await come(server, callback, cookie);
    expect((await finish(server, cookie)).statusCode).toBe(200);
  });

  it('decisions 4.15: allows a network 600 begun sign-ins a minute', async () => {
    server.clock.advance(MINUTE_MS);
    const network = '127.0.0.1';
    const row = { account_key: 'single sign-on', network, at: server.clock().toISOString(), failed: false };
    await server.db.query.insertInto('login_attempts').values(Array(599).fill(row)).execute();
    expect((await signIn('ida')).statusCode).toBe(200);
    const { answer } = await begin();
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([429, 'too_many_attempts', '60']);
    expect(answer.json().message).toBe('Too many requests from your network. Try again in a minute.');
    const elsewhere = await server.call('POST', '/api/v1/auth/sso/begin', { body: {}, remoteAddress: '192.0.2.8' });
    expect(elsewhere.statusCode).toBe(200);
    expect((await server.login('ida@example.test')).statusCode).toBe(200);
    server.clock.advance(MINUTE_MS);
    expect((await begin()).answer.statusCode).toBe(200);
  });

  it('bad input: allows clocks to differ by five minutes, but no more', async () => {
    const brief = await startIssuer({ accounts, appUrl, idTokenS: 1 });
    const apart = await testApp({ config: readEnvironment({ ENCRYPTION_KEY: encryptionKey, ...issuerEnv(brief, appUrl) }, []) });
    await apart.add({ email: 'ida@example.test', role: 'salesperson' });
    const statusAfter = async (offS: number): Promise<number> => {
      apart.clock.set(new Date(Date.now() + offS * 1000).toISOString());
      const { statusCode } = await signIn('ida', apart);
      return statusCode;
    };
    expect(CLOCK_TOLERANCE_S).toBe(300);
    expect([await statusAfter(0), await statusAfter(290), await statusAfter(-290)]).toEqual([200, 200, 200]);
    expect(await statusAfter(320)).toBe(403);
    await apart.close();
    await brief.down();
  });
});

describe('signing out', () => {
  it('decisions 4.15: leads to the issuer for a session that began there, and to the login page otherwise', async () => {
    const { access_token } = (await signIn('ida')).json();
    const out = await server.call('POST', '/api/v1/auth/logout', { token: access_token });
    expect(out.statusCode).toBe(200);
    const url = new URL(out.json().url);
    expect(url.origin).toBe(issuer.url);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${appUrl}/login`);
    expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
    const page = await issuerBrowser().send(url.href);
    expect(page.status).toBe(200);
    expect((await server.me(access_token)).statusCode).toBe(401);

    const rows = JSON.stringify(await server.db.query.selectFrom('sessions').selectAll().execute());
    expect(rows).not.toContain(url.searchParams.get('id_token_hint')?.split('.')[2] ?? 'none');
    await server.add({ email: 'local@example.test', role: 'finance' });
    const local = await server.signIn('local@example.test');
    expect((await server.call('POST', '/api/v1/auth/logout', { token: local.access_token })).statusCode).toBe(204);
  });

  it('works while the issuer is down', async () => {
    const apart = await serverWith();
    await apart.add({ email: 'ida@example.test', role: 'salesperson' });
    const { access_token } = (await signIn('ida', apart)).json();
    apart.clock.advance(10 * MINUTE_MS);
    await issuer.down();
    expect((await apart.call('POST', '/api/v1/auth/logout', { token: access_token })).statusCode).toBe(204);
    await issuer.up();
    expect((await apart.me(access_token)).statusCode).toBe(401);
  });
});
