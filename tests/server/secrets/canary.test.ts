import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { readEnvironment } from '../../../server/start/environment.ts';
import { parseSecretKey, type SecretKey } from '../../../server/start/secrets.ts';
import { createVault } from '../../../server/start/vault.ts';
import { type TestApp, testApp } from '../support/testApp.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';

const KEY = 'mXoG0H1b2JtZ0wqg9tS4dPpVbZQyE7uYk3cR5nLhA8o=';
const CANARY = 'canary-7f3b9d1c-in-the-coal-mine';
const MAILS = 'canary-of-the-mail-server';
const key = parseSecretKey(KEY) as SecretKey;
const forms = (text: string): string[] => {
  const bytes = Buffer.from(text);
  // A text has three base64 forms, depending on its offset; each form's middle is always the same.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [text, bytes.toString('hex'), encodeURIComponent(text), ...base64];
};
const expected = [CANARY, MAILS].flatMap(forms).concat(KEY, Buffer.from(KEY, 'base64').toString('hex'));
const result = (where: string, text: string): string[] =>
  expected.filter((form) => text.includes(form)).map((form) => `${form} in ${where}`);

let server: TestApp;
let token: string;
const urls: { method: string; url: string }[] = [];
const { mail, encryptionKeys } = readEnvironment(
  {
    SMTP_URL: `smtp://kim:${MAILS}@127.0.0.1:9`,
    MAIL_FROM: 'q@example.test',
    PUBLIC_URL: 'https://sales.example.test',
    ENCRYPTION_KEY: KEY,
  },
  [],
);

beforeAll(async () => {
  const config = { logLevel: 'trace', trustProxy: [], publicUrl: undefined, mail, encryptionKeys } as const;
  server = await testApp({ config } as object);
  await server.add({ email: 'ada@example.test', role: 'admin' });
  token = (await server.signIn('ada@example.test')).access_token;
  const app = buildApp({ db: server.db, config: { logLevel: 'silent', trustProxy: [], publicUrl: undefined } });
  const registered: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void registered.push(route));
  await app.ready();
  await app.close();
  for (const { method, url } of registered) for (const item of [method].flat()) urls.push({ method: item, url });
  const vault = createVault([key]);
  const store = openStore(server.db);
  await vault.seal(store, 'connection:1:refresh_token', CANARY, server.clock());
  await store.transaction((tx) => vault.replaceIfVersion(tx, 'connection:1:refresh_token', 1, `${CANARY}-2`, server.clock()));
});
afterAll(() => server.close());

describe('stored secrets', () => {
  it('appear in no answer and no log line', async () => {
    const leaks: string[] = [];
    let answers = 0;
    for (const { method, url } of urls) {
      // A permitted stream never ends; /changes covers its content.
      if (/logout|end-others|stream/.test(url) || (method === 'DELETE' && /session/.test(url)) || method === 'HEAD' || method === 'OPTIONS')
        continue;
      const range = url.startsWith('/api/v1/commissions') ? '?start_date=2026-01-01&end_date=2026-12-31' : '';
      const body = ['POST', 'PATCH', 'PUT'].includes(method) ? { body: {} } : {};
      const answer = await server.call(method as 'GET', url.replace(/:\w+/g, '1').replace('*', 'x') + range, { token, ...body });
      if (answer.statusCode !== 401) answers += 1;
      leaks.push(...result(`${method} ${url}`, answer.body + JSON.stringify(answer.headers)));
    }
    // Unauthenticated responses would prove nothing.
    expect(answers).toBeGreaterThan(60);
    leaks.push(...result('the log', server.log.join('\n')));
    expect(leaks).toEqual([]);
  });

  it('appear in no database dump and not in one’s own data', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      server.db.query,
    );
    const leaks: string[] = [];
    for (const { name } of rows) {
      const table = await sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(name)} t`.execute(server.db.query);
      leaks.push(...result(name, table.rows.map(({ text }) => text).join('\n')));
    }
    expect(rows.length).toBeGreaterThan(30);
    const own = await server.call('GET', '/api/v1/users/me/export', { token });
    expect(own.statusCode).toBe(200);
    leaks.push(...result('own data', own.body));
    expect(leaks).toEqual([]);
  });

  it.runIf(testDatabaseKind() === 'embedded')('appear in no file of the embedded database, from which backups are made', async () => {
    await sql`checkpoint`.execute(server.db.query);
    const { dataDir } = server.db.place;
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(100);
    const leaks = files.flatMap((file) => result(file.name, readFileSync(join(file.parentPath, file.name), 'latin1')));
    expect(leaks).toEqual([]);
  });

  it('would be found: the search detects each form', () => {
    expect(result('here', `x${Buffer.from(`ab${CANARY}cd`).toString('base64')}`).length).toBeGreaterThan(0);
    expect(result('here', `token=${CANARY}`)).toHaveLength(2);
  });
});
