import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/testApp.ts';

const PAGE = '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style><div id="root"></div>';
const SCRIPT = 'console.log("the app");'.repeat(40);
let server: TestApp;
let webRoot: string;
beforeAll(async () => {
  webRoot = join(mkdtempSync(join(tmpdir(), 'quotaboard web ')), 'web');
  mkdirSync(join(webRoot, 'assets'), { recursive: true });
  const files: Record<string, string | Buffer> = {
    'index.html': PAGE,
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '.env': 'SECRET=1',
    'assets/main-abc123.js': SCRIPT,
    'assets/main-abc123.js.br': brotliCompressSync(SCRIPT),
    'assets/main-abc123.js.gz': gzipSync(SCRIPT),
    'assets/main-abc123.js.map': '{"sources":["secret.ts"]}',
    'assets/plain-abc123.css': 'body{}',
    'offlineWorker.js': SCRIPT,
    'offlineWorker.js.br': brotliCompressSync(SCRIPT),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(webRoot, name), content);
  writeFileSync(join(webRoot, '../outside.txt'), 'outside');
  server = await testApp({ webRoot });
});
afterAll(async () => {
  await server.close();
  rmSync(join(webRoot, '..'), { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  server.call('GET', url, { headers: { accept: 'text/html,application/xhtml+xml', ...headers } });

describe('page', () => {
  it.each(['/', '/login', '/commissions', '/dashboard/team', '/admin/users?tab=1', '/no/such/screen', '/index.html'])(
    'spec 2.01-2.15: %s returns the app, with a nonce in policy and markup, not cached',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      const policy = String(answer.headers['content-security-policy']);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
      expect(policy).toBe(
        `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'`,
      );
      expect(answer.body).toBe(PAGE.replaceAll('__CSP_NONCE__', nonce));
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'cross-origin-opener-policy': 'same-origin-allow-popups' });
    },
  );

  it('ASVS 3.4.3: has a new nonce in every response', async () => {
    const policies = await Promise.all(Array.from({ length: 20 }, async () => (await get('/')).headers['content-security-policy']));
    expect(new Set(policies).size).toBe(20);
  });

  it('is gzipped for clients that accept it, and plain for others', async () => {
    const packed = await get('/', { 'accept-encoding': 'br, gzip' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(packed.rawPayload).toString()).toContain('<div id="root">');
    for (const encoding of ['', 'identity', 'gzip;q=0', 'br'])
      expect((await get('/', { 'accept-encoding': encoding })).headers).not.toHaveProperty('content-encoding');
  });

  it('is not returned to an API call, a missing file or a JSON client', async () => {
    for (const url of ['/api/v1/nowhere', '/api', '/assets/gone.js', '/assets/', '/robots.txt', '/image.png']) {
      const answer = await get(url);
      expect(answer.statusCode, url).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not_found' });
    }
    expect((await server.call('GET', '/commissions', { headers: { accept: 'application/json' } })).statusCode).toBe(404);
    expect((await server.call('POST', '/commissions', { headers: { accept: 'text/html' } })).statusCode).toBe(404);
  });
});

describe('files', () => {
  it('are precompressed, and hashed ones are cached for a year', async () => {
    const plain = await get('/assets/main-abc123.js');
    expect(plain.body).toBe(SCRIPT);
    expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' });
    expect(String(plain.headers['content-type'])).toMatch(/javascript/);
    const br = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' });
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(SCRIPT);
    expect(String(br.headers['content-type'])).toMatch(/javascript/);
    const gz = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gz.rawPayload).toString()).toBe(SCRIPT);
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
    expect((await get('/assets/plain-abc123.css', { 'accept-encoding': 'br' })).statusCode).toBe(200);
  });

  it('decisions 8.09: restrict the offline worker to this server, and revalidate it', async () => {
    for (const encoding of ['', 'br']) {
      const { headers } = await get('/offlineWorker.js', { 'accept-encoding': encoding });
      expect(headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      });
    }
  });

  it.each([
    '/.env',
    '/assets/main-abc123.js.map',
    '/assets/main-abc123.js.br',
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/assets/%2e%2e/%2e%2e/outside.txt',
    '//outside.txt',
    '/..\\outside.txt',
    '/..%5coutside.txt',
    '/assets/main-abc123.js%00.css',
    '/%00',
  ])('research T43: do not include %s', async (url) => {
    const answer = await get(url);
    expect([400, 403, 404], answer.body).toContain(answer.statusCode);
    expect(answer.body).not.toMatch(/outside$|SECRET|secret/);
  });
});
