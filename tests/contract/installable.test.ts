import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): Buffer => readFileSync(join(root, 'public', path));
/** The width and height in a PNG's first chunk. */
const sizeOfPng = (path: string): string => {
  const file = read(path);
  expect(file.subarray(1, 4).toString(), path).toBe('PNG');
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
};

type Icon = { src: string; sizes: string; type: string; purpose: string };
const { icons } = JSON.parse(read('manifest.webmanifest').toString()) as { icons: Icon[] };

it('spec 1.01: every manifest icon exists in its size, and one is maskable', () => {
  const pictures = icons.filter(({ type }) => type === 'image/png');
  for (const { src, sizes } of pictures) expect(sizeOfPng(src)).toBe(sizes);
  expect(pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
});

it('an iPhone, which ignores the manifest, finds an opaque icon of 180 pixels at its default address', () => {
  expect(sizeOfPng('apple-touch-icon.png')).toBe('180x180');
  expect(read('apple-touch-icon.png').includes('tRNS')).toBe(false);
});
