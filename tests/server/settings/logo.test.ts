import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { readImage } from '../../../contract/rules/images.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

const t = messages.companyLogo;
const path = '/api/v1/settings/logo';
/** A red square of 2 × 2 pixels. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP8zwACTGCSAQANHQEDgslx/wAAAABJRU5ErkJggg==', 'base64');
const resized = (width: number): Buffer => {
  const wide = Buffer.from(png);
  wide.writeUInt32BE(width, 16);
  return wide;
};
/** The start of a JPEG: JFIF, then a frame of 640 × 480. */
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108' + '01e0' + '0280' + '03012200021101031101', 'hex');
let server: TestApp;
let token: string;

beforeAll(async () => {
  server = await testApp();
  await server.add({ email: 'ada@example.test', role: 'admin' });
  await server.add({ email: 'fin@example.test', role: 'finance' });
  token = (await server.signIn('ada@example.test')).access_token;
});
afterAll(() => server.close());

const put = (content: Buffer, as = token) =>
  server.app.inject({
    method: 'PUT',
    url: path,
    payload: content,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/octet-stream' },
  });
const addressed = async (): Promise<string | undefined> => (await server.call('GET', '/api/v1/public/settings')).json().logo;

describe('the logo (decisions 4.12)', () => {
  it('reads the kind and the size from the bytes', () => {
    expect(readImage(png)).toEqual({ mediaType: 'image/png', width: 2, height: 2 });
    expect(readImage(jpeg)).toEqual({ mediaType: 'image/jpeg', width: 640, height: 480 });
    for (const text of ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a']) expect(readImage(Buffer.from(text))).toBeNull();
    for (let length = 0; length < jpeg.length; length += 1) expect(() => readImage(jpeg.subarray(0, length))).not.toThrow();
  });

  it('is stored, shown without signing in, and removed, each with an audit row', async () => {
    expect(await addressed()).toBeUndefined();
    expect((await put(png)).statusCode).toBe(204);
    const address = await addressed();
    expect(address).toMatch(/^\/api\/v1\/public\/logo\?v=[0-9a-f]{12}$/);
    const answer = await server.app.inject(address ?? '');
    expect(answer.rawPayload.equals(png)).toBe(true);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect((await server.call('DELETE', path, { token })).statusCode).toBe(204);
    expect(await addressed()).toBeUndefined();
    expect((await server.app.inject('/api/v1/public/logo')).statusCode).toBe(404);
    expect((await server.call('DELETE', path, { token })).statusCode).toBe(404);
    const rows = await server.db.query
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'company_logo')
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['logo.changed', 'logo.removed']);
  });

  it.each([
    ['an empty file', Buffer.alloc(0), t.wrongKind],
    ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), t.wrongKind],
    ['a page named logo.png', Buffer.from('<!doctype html><script>alert(1)</script>'), t.wrongKind],
    ['a picture of 5 MB', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), t.tooLarge],
    [
      'a picture 1025 pixels wide',
      resized(1025),
      'The logo can be at most 1024 pixels wide and high; this one has 1025 × 2. Nothing was saved.',
    ],
    ['a picture without pixels', png.subarray(0, 40), t.unreadable],
  ])('refuses %s', async (_, content, message) => {
    const answer = await put(content);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual({ logo: message });
    expect(await addressed()).toBeUndefined();
  });

  it('spec 6.04: only administrators change it', async () => {
    const finance = (await server.signIn('fin@example.test')).access_token;
    expect((await put(png, finance)).statusCode).toBe(403);
    expect((await server.call('DELETE', path, { token: finance })).statusCode).toBe(403);
  });
});
