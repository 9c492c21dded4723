import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let token: string;
let port: number;
beforeAll(async () => {
  server = await testApp({ requestTimeoutMs: 1500 });
  await server.add({ email: 'sam@example.test', role: 'salesperson' });
  token = (await server.signIn('sam@example.test')).access_token;
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const address = server.app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => server.close());

const send = (
  payload: string | Buffer,
  type = 'application/json',
  url = '/api/v1/auth/login',
  method: 'POST' | 'PATCH' = 'POST',
): Promise<Answer> => server.app.inject({ method, url, payload, headers: { 'content-type': type, authorization: `Bearer ${token}` } });
const expectError = (answer: Answer, status: number, code: string): void => {
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ code, message: expect.stringMatching(/^\S.*\.$/), request_id: expect.any(String) });
};

describe('request body', () => {
  it.each(['{', 'email=a', '', '{"a":1}}', '\u0000', '[1,', 'undefined', "{'a':1}"])(
    'bad input: is 400 if %j is not JSON',
    async (text) => {
      const answer = await send(text);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().message).toMatch(/\.$/);
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json-patch+json',
    '',
  ])('ASVS 3.5.1: is 415 when sent as %j', async (type) => {
    expectError(await send('{"email":"a@b.test","password":"x"}', type), 415, 'media_type');
  });

  it('bad input: is 400 with an unknown field, which is named', async () => {
    const answer = await send(JSON.stringify({ email: 'a@b.test', password: 'x', is_admin: true }));
    expectError(answer, 400, 'field_unknown');
    expect(answer.json()).toMatchObject({ message: 'is_admin is not a field of this request.', errors: { is_admin: expect.any(String) } });
  });

  it.each([
    [{ email: 5, password: 'x' }, 'email must be a string.'],
    [{ email: null, password: 'x' }, 'email must be a string.'],
    [{ email: ['a@b.test'], password: 'x' }, 'email must be a string.'],
    [{ email: 'a@b.test', password: 'x', remember_me: 'true' }, 'remember_me must be a boolean.'],
    [{ email: 'a@b.test', password: 'x', remember_me: 1 }, 'remember_me must be a boolean.'],
    [{ email: 'a@b.test' }, 'password is required.'],
    [{ email: 'a'.repeat(255), password: 'x' }, 'email must have at most 254 characters.'],
    ['text', 'The request must be an object.'],
    [7, 'The request must be an object.'],
    [null, 'The request must be an object.'],
  ])('ASVS 15.3.5: is not coerced: %j', async (body, message) => {
    const answer = await send(JSON.stringify(body));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe(message);
  });

  it('research 4.6: is refused with U+0000, a lone surrogate or __proto__ anywhere', async () => {
    const tail = 'contains a character that cannot be stored (U+0000 or half of a surrogate pair).';
    const bodies = [
      ['{"email":"a\\u0000b","password":"x"}', 'email'],
      ['{"email":"a\\ud800","password":"x"}', 'email'],
      ['{"email":"\\udc00a","password":"x"}', 'email'],
      ['{"email":{"a":["b","\\u0000"]},"password":"x"}', 'email.a.1'],
      ['{"a\\u0000":1}', null],
    ] as const;
    for (const [body, field] of bodies) {
      const answer = await send(body);
      expectError(answer, 400, 'text_invalid');
      const message = `${field ?? 'The request'} ${tail}`;
      expect(answer.json()).toMatchObject({ message, ...(field ? { errors: { [field]: message } } : {}) });
    }
    expectError(await send('{"email":"a@b.test","password":"x","__proto__":{"admin":true}}'), 400, 'field_unknown');
    const whole = await send(JSON.stringify({ email: 'a@b.test', password: 'whole pairs 😀 pass' }));
    expectError({ ...whole, json: () => ({ ...whole.json(), message: `${whole.json().message}.` }) } as Answer, 401, 'credentials_wrong');
  });

  it('decisions 1.06: is refused with an invisible character in any field, which is named', async () => {
    const change = (body: object) => server.call('PATCH', '/api/v1/users/me', { token, body });
    for (const input of ['Ana\u202egpj.exe', 'A\u200bna', 'Ana\u0007', 'Ana\u2066']) {
      const answer = await change({ first_name: input });
      const message = 'first_name contains an invisible character. Type it instead of pasting it.';
      expect(answer.json()).toMatchObject({ code: 'text_hidden', message, errors: { first_name: message } });
      expect(answer.statusCode).toBe(400);
    }
    for (const input of [
      '\u0623\u062d\u0645\u062f',
      '\u05d3\u05d5\u05d3\u200f',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      'Zo\u00eb 👩\u200d🔬',
    ])
      expect((await change({ first_name: input })).json().first_name).toBe(input);
    // A password may contain any character.
    expect((await server.login('nobody@example.test', 'pass\u202eword')).json().code).toBe('credentials_wrong');
  });

  it('research 4.6: may have sixteen levels, but not seventeen or twenty thousand', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect((await send(nested(16))).json().code).toBe('request_invalid');
    expectError(await send(nested(17)), 400, 'too_deep');
    expectError(await send(nested(20_000)), 400, 'too_deep');
  });

  it('research 5.13: is 413 above 256 KB, announced or not', async () => {
    expectError(await send(JSON.stringify({ email: 'a'.repeat(256 * 1024), password: 'x' })), 413, 'too_large');
  });
});

describe('URL', () => {
  it('research 4.6: with U+0000 or broken escapes is 400 or 404, never 500', async () => {
    for (const url of [
      '/api/v1/commissions?start_date=2026-01-01%00&end_date=2026-01-31',
      '/api/v1/notifications?limit=%00',
      '/api/v1/users/%00',
      '/api/v1/users/%ED%A0%80',
      '/api/v1/users/%',
      '/api/v1/users/%zz',
      '/api/v1/%2e%2e/%2e%2e/etc/passwd',
      '/api/v1/users/..%2f..%2f',
      `/api/v1/users/${'9'.repeat(500)}`,
      '/api/v1/nothing',
      '//api/v1/auth/me',
    ]) {
      const answer = await server.call('GET', url, { token });
      expect([400, 403, 404, 414], `${url}: ${answer.body}`).toContain(answer.statusCode);
      expect(answer.json().code).toEqual(expect.any(String));
    }
  });

  it('decisions 1.06: with an unstorable value is refused by parameter name', async () => {
    for (const [url, field] of [
      ['/api/v1/notifications?limit=%00', 'limit'],
      ['/api/v1/notifications?type=deal&type=%00', 'type'],
      ['/api/v1/users/%00', 'id'],
    ] as const)
      expect((await server.call('GET', url, { token })).json()).toMatchObject({
        code: 'text_invalid',
        errors: { [field]: `${field} contains a character that cannot be stored (U+0000 or half of a surrogate pair).` },
      });
  });

  it('decisions 1.06: with an unsupported method is 405 with Allow, in our format', async () => {
    for (const [method, url, allow] of [
      ['DELETE', '/api/v1/auth/me', 'GET, OPTIONS'],
      ['GET', '/api/v1/auth/login', 'OPTIONS, POST'],
      ['PATCH', '/api/v1/users/7?x=1', 'DELETE, GET, OPTIONS, PUT'],
      ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
      ['HEAD', '/api/v1/auth/me', 'GET, OPTIONS'],
      ['TRACE', '/api/v1/auth/me', 'GET, OPTIONS'],
    ] as const) {
      const answer = await server.call(method, url, { token });
      expect([answer.statusCode, answer.headers.allow], `${method} ${url}`).toEqual([405, allow]);
      if (method !== 'HEAD')
        expect(answer.json()).toEqual({
          message: 'This address does not support this method. The Allow header lists those it supports.',
          code: 'method_not_allowed',
          request_id: answer.headers['x-request-id'],
        });
    }
    expect((await server.call('PATCH', '/api/v1/nowhere', { token })).statusCode).toBe(404);
  });

  it('lists methods on OPTIONS without allowing other origins, and works with HEAD', async () => {
    const answer = await server.call('OPTIONS', '/api/v1/users', { headers: { origin: 'https://evil.example' } });
    expect([answer.statusCode, answer.headers.allow, answer.body]).toEqual([204, 'GET, OPTIONS, POST', '']);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await server.call('HEAD', '/readyz')).statusCode).toBe(200);
  });

  it('ASVS 3.4.2: allows no other origin', async () => {
    const answer = await server.call('GET', '/api/v1/auth/me', { token, headers: { origin: 'https://evil.example' } });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('connection', () => {
  /** Writes `first` and nothing more. @returns the response and how long the connection stayed open */
  const hold = (first: string): Promise<{ text: string; ms: number }> =>
    new Promise((resolve, reject) => {
      const startedAt = Date.now();
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(first));
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('close', () => resolve({ text, ms: Date.now() - startedAt }));
      socket.on('error', reject);
    });

  it('research 0.6: is dropped when the body does not arrive in time', async () => {
    const { text, ms } = await hold(
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a"',
    );
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toContain('x-content-type-options: nosniff');
    expect(ms).toBeLessThan(8000);
    expect(ms).toBeGreaterThan(1000);
  });

  it('ASVS 4.2.1: is 400 and closed for non-HTTP and for a duplicate length', async () => {
    for (const bytes of [
      'HELLO\r\n\r\n',
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    ]) {
      const { text } = await hold(bytes);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(text).toContain('"code":"request_invalid"');
    }
  });
});
