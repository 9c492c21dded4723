import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { readJpeg } from '../../../server/domain/settings/logoJpeg.ts';
import { readPng } from '../../../server/domain/settings/logoPng.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

const t = messages.companyLogo;
const path = '/api/v1/settings/logo';
/** A red square of 2 × 2 pixels. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP8zwACTGCSAQANHQEDgslx/wAAAABJRU5ErkJggg==', 'base64');
const resized = (width: number): Buffer => {
  const wideImage = Buffer.from(png);
  wideImage.writeUInt32BE(width, 16);
  return wideImage;
};
const signature = png.subarray(0, 8);
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};
const header = (width: number, height: number, bits: number, colors: number, interlace = 0): Buffer => {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bits, colors, 0, 0, interlace]);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return chunk('IHDR', data);
};
const pixels = (length: number): Buffer => chunk('IDAT', deflateSync(Buffer.alloc(length)));
const end = chunk('IEND', Buffer.alloc(0));
const pngOf = (...chunks: Buffer[]): Buffer => Buffer.concat([signature, ...chunks, end]);
/** A gray JPEG of 8 × 8 pixels: JFIF, DQT, SOF0, two DHT, SOS with 5 bytes, EOI. */
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABcQAAMBAAAAAAAAAAAAAAAAAAAWY6H/2gAIAQEAAD8AO9dP/9k=',
  'base64',
);
const frameAt = jpeg.indexOf('ffc0', 'hex');
const scanAt = jpeg.indexOf('ffda', 'hex');
const framed = (marker: number): Buffer => {
  const other = Buffer.from(jpeg);
  other[frameAt + 1] = marker;
  return other;
};
const resizedJpeg = (height: number, width: number): Buffer => {
  const other = Buffer.from(jpeg);
  other.writeUInt16BE(height, frameAt + 5);
  other.writeUInt16BE(width, frameAt + 7);
  return other;
};
/** Only headers: JFIF, then a frame of 640 × 480. */
const headers = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108' + '01e0' + '0280' + '03012200021101031101', 'hex');
const palette = chunk('PLTE', Buffer.from('ff000000ff00', 'hex'));
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

describe('logo (decisions 4.12)', () => {
  it('never throws on a truncated file', () => {
    for (let length = 0; length < png.length; length += 1) expect(readPng(png.subarray(0, length)).content).toBeNull();
    for (let length = 0; length < jpeg.length; length += 1) expect(readJpeg(jpeg.subarray(0, length)).content).toBeNull();
  });

  it.each([
    ['gray, 1 bit', pngOf(header(9, 2, 1, 0), pixels(6))],
    ['gray, 16 bits', pngOf(header(3, 2, 16, 0), pixels(14))],
    ['RGB', pngOf(header(8, 8, 8, 2), pixels(200))],
    ['a palette of 4 bits', pngOf(header(3, 2, 4, 3), palette, pixels(6))],
    ['a transparent palette', pngOf(header(3, 2, 8, 3), palette, chunk('tRNS', Buffer.from([0])), pixels(8))],
    ['gray with alpha', pngOf(header(3, 2, 8, 4), pixels(14))],
    ['RGBA with gamma', pngOf(header(8, 8, 8, 6), chunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])), pixels(264))],
    ['1024 × 1024', pngOf(header(1024, 1024, 8, 6), pixels(4097 * 1024))],
    ['baseline', jpeg],
    ['extended', framed(0xc1)],
  ])('stores a picture without metadata unchanged: %s', async (_, content) => {
    expect((await put(content)).statusCode).toBe(204);
    expect((await server.app.inject('/api/v1/public/logo')).rawPayload.equals(content)).toBe(true);
    await server.call('DELETE', path, { token });
  });

  it('removes metadata and everything after the end', async () => {
    const text = chunk('tEXt', Buffer.from('Author\0Ada'));
    const exif = chunk('eXIf', Buffer.from('GPS'));
    const split = [png.subarray(8, 33), text, exif, png.subarray(33, png.length - 12), chunk('zTXt', Buffer.from('x')), end];
    await put(Buffer.concat([signature, ...split, Buffer.from('PK hidden')]));
    expect((await server.app.inject('/api/v1/public/logo')).rawPayload.equals(png)).toBe(true);
    const exifSegment = Buffer.from('ffe1000a457869660000abcd', 'hex');
    const thumbnail = Buffer.from('ffe000084a46585800aa', 'hex');
    const comment = Buffer.from('fffe0004abcd', 'hex');
    const adobe = Buffer.from('ffee000e41646f626500640000000001', 'hex');
    const start = jpeg.subarray(0, 20);
    await put(Buffer.concat([start, exifSegment, thumbnail, adobe, comment, jpeg.subarray(20), Buffer.from('<script>')]));
    const stored = (await server.app.inject('/api/v1/public/logo')).rawPayload;
    expect(stored.equals(Buffer.concat([start, adobe, jpeg.subarray(20)]))).toBe(true);
    await server.call('DELETE', path, { token });
  });

  it('drops the suggested palette of an RGB picture', () => {
    const plain = [header(2, 2, 8, 2), pixels(14)] as const;
    expect(readPng(pngOf(plain[0], palette, plain[1])).content?.equals(pngOf(...plain))).toBe(true);
  });

  it('refuses a decompression bomb without inflating it', async () => {
    const bomb = pngOf(header(8, 8, 8, 6), pixels(190_000_000));
    expect(bomb.length).toBeLessThan(200 * 1024);
    const before = process.memoryUsage.rss();
    const answer = await put(bomb);
    expect(answer.json().errors).toEqual({ logo: t.unreadable });
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
  });

  it('is cached for a year under its version, and otherwise validated by etag', async () => {
    await put(png);
    const address = (await addressed()) ?? '';
    const read = (url: string, held?: string) => server.app.inject({ url, headers: held ? { 'if-none-match': held } : {} });
    const { etag } = (await read(address)).headers;
    const cases = [
      [address, undefined, 200, 'public, max-age=31536000, immutable'],
      [address, etag, 304, 'public, max-age=31536000, immutable'],
      ['/api/v1/public/logo', undefined, 200, 'no-cache'],
      ['/api/v1/public/logo?v=0123456789ab', undefined, 200, 'no-cache'],
      ['/api/v1/public/logo', etag, 304, 'no-cache'],
      ['/api/v1/public/logo', `"old", W/${etag}`, 304, 'no-cache'],
      ['/api/v1/public/logo', '*', 304, 'no-cache'],
      ['/api/v1/public/logo', '"old"', 200, 'no-cache'],
    ] as const;
    for (const [url, held, status, caching] of cases) {
      const answer = await read(url, held as string | undefined);
      expect([answer.statusCode, answer.headers['cache-control'], answer.headers.etag]).toEqual([status, caching, etag]);
      expect(answer.rawPayload.length).toBe(status === 304 ? 0 : png.length);
    }
    await server.call('DELETE', path, { token });
    expect((await read(address)).headers['cache-control']).toBe('no-store');
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
    expect(rows.map(({ action }) => action).slice(-2)).toEqual(['logo.changed', 'logo.removed']);
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
    ['a PNG whose pixels are text', pngOf(header(8, 8, 8, 2), chunk('IDAT', Buffer.from('not pixels'))), t.unreadable],
    ['a PNG of 0 × 0', pngOf(header(0, 0, 8, 2), pixels(0)), t.unreadable],
    ['a PNG of 8 × 0', pngOf(header(8, 0, 8, 2), pixels(0)), t.unreadable],
    ['a PNG with a byte too few', pngOf(header(8, 8, 8, 2), pixels(199)), t.unreadable],
    ['a PNG with a byte too many', pngOf(header(8, 8, 8, 2), pixels(201)), t.unreadable],
    ['an unknown filter', pngOf(header(1, 1, 8, 0), chunk('IDAT', deflateSync(Buffer.from([5, 0])))), t.unreadable],
    ['an interlaced PNG', pngOf(header(8, 8, 8, 2, 1), pixels(200)), t.unreadable],
    ['an unknown color type', pngOf(header(8, 8, 8, 5), pixels(200)), t.unreadable],
    ['RGB of 4 bits', pngOf(header(8, 8, 4, 2), pixels(104)), t.unreadable],
    ['a palette PNG without a palette', pngOf(header(3, 2, 8, 3), pixels(8)), t.unreadable],
    ['a palette after the pixels', pngOf(header(3, 2, 8, 3), pixels(8), palette), t.unreadable],
    ['two headers', pngOf(header(8, 8, 8, 2), header(8, 8, 8, 2), pixels(200)), t.unreadable],
    ['an unknown critical chunk', pngOf(header(8, 8, 8, 2), chunk('ABCD', Buffer.alloc(1)), pixels(200)), t.unreadable],
    ['a transparent palette of 4 bits', pngOf(header(3, 2, 4, 3), palette, chunk('tRNS', Buffer.from([0])), pixels(6)), t.unreadable],
    ['a transparent gray', pngOf(header(1, 1, 8, 0), chunk('tRNS', Buffer.from([0, 255])), pixels(2)), t.unreadable],
    ['a damaged checksum', Buffer.concat([png.subarray(0, 29), Buffer.alloc(4), png.subarray(33)]), t.unreadable],
    ['a PNG without its end', png.subarray(0, png.length - 12), t.unreadable],
    ['a JPEG of headers only', headers, t.unreadable],
    ['a JPEG without a scan', Buffer.concat([jpeg.subarray(0, scanAt), Buffer.from('ffd9', 'hex')]), t.unreadable],
    ['a JPEG with an empty scan', Buffer.concat([jpeg.subarray(0, scanAt + 10), Buffer.from('ffd9', 'hex')]), t.unreadable],
    ['a JPEG without its end', jpeg.subarray(0, jpeg.length - 2), t.unreadable],
    ['a lossless JPEG', framed(0xc3), t.unreadable],
    ['an arithmetic JPEG', framed(0xc9), t.unreadable],
    ['a JPEG of 0 × 8', resizedJpeg(0, 8), t.unreadable],
    [
      'a JPEG 1025 pixels high',
      resizedJpeg(1025, 8),
      'The logo can be at most 1024 pixels wide and high; this one has 8 × 1025. Nothing was saved.',
    ],
  ])('refuses %s', async (_, content, message) => {
    const answer = await put(content);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual({ logo: message });
    expect(await addressed()).toBeUndefined();
  });

  it('spec 6.04: can be changed by administrators only', async () => {
    const finance = (await server.signIn('fin@example.test')).access_token;
    expect((await put(png, finance)).statusCode).toBe(403);
    expect((await server.call('DELETE', path, { token: finance })).statusCode).toBe(403);
  });
});
