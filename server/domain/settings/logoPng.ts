import { crc32, inflateSync } from 'node:zlib';
import { limits } from '../../../contract/limits.ts';

/** `content` has only the parts needed to show the picture; it is null if viewers or the PDF library cannot show it. */
export type DecodedLogo = Readonly<{ width: number; height: number; content: Buffer | null }>;
type Chunk = Readonly<{ type: string; data: Buffer; bytes: Buffer }>;
type Header = Readonly<{ width: number; height: number; bits: number; colors: number; isInterlaced: boolean }>;

const SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const CHUNK_FRAME_BYTES = 12;
const HEADER_BYTES = 13;
const INDEXED_COLOR = 3;
const MAX_FILTER = 4;
/** Samples per pixel and the allowed bits per sample, by color type. */
const colorTypes: ReadonlyMap<number, Readonly<{ samples: number; bits: readonly number[] }>> = new Map([
  [0, { samples: 1, bits: [1, 2, 4, 8, 16] }],
  [2, { samples: 3, bits: [8, 16] }],
  [INDEXED_COLOR, { samples: 1, bits: [1, 2, 4, 8] }],
  [4, { samples: 2, bits: [8, 16] }],
  [6, { samples: 4, bits: [8, 16] }],
]);

export const isLogoSize = ({ width, height }: Pick<DecodedLogo, 'width' | 'height'>): boolean =>
  width >= 1 && height >= 1 && width <= limits.logo.maxPx && height <= limits.logo.maxPx;

/** The chunks up to IEND; null if one is cut off or damaged, or IEND is missing. */
const readChunks = (bytes: Buffer): Chunk[] | null => {
  const chunks: Chunk[] = [];
  let start = SIGNATURE_BYTES;
  while (start + CHUNK_FRAME_BYTES <= bytes.length) {
    const end = start + CHUNK_FRAME_BYTES + bytes.readUInt32BE(start);
    if (end > bytes.length || crc32(bytes.subarray(start + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null;
    const type = bytes.toString('latin1', start + 4, start + 8);
    chunks.push({ type, data: bytes.subarray(start + 8, end - 4), bytes: bytes.subarray(start, end) });
    if (type === 'IEND') return chunks;
    start = end;
  }
  return null;
};

/** True if the pixel data inflates to exactly the rows of the picture; it never inflates further. */
const hasPixels = (chunks: readonly Chunk[], { width, height, bits, colors }: Header): boolean => {
  const samples = colorTypes.get(colors)?.samples ?? 0;
  const rowBytes = 1 + Math.ceil((width * samples * bits) / 8);
  const compressed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  try {
    const rows = inflateSync(compressed, { maxOutputLength: rowBytes * height });
    return (
      rows.length === rowBytes * height && Array.from({ length: height }, (_, row) => rows[row * rowBytes]!).every((f) => f <= MAX_FILTER)
    );
  } catch {
    return false;
  }
};

/** The chunks to store, in their order; null if they are invalid, or the PDF library would draw them wrongly. */
const neededChunksOf = (chunks: readonly Chunk[], { bits, colors }: Header): Chunk[] | null => {
  const isIndexed = colors === INDEXED_COLOR;
  // A palette of another color type is only a suggestion, and the PDF library would take it for the colors.
  const types = ['IHDR', 'gAMA', ...(isIndexed ? ['PLTE', 'tRNS'] : []), 'IDAT', 'IEND'];
  const needed = chunks.filter(({ type }) => types.includes(type));
  const order = needed.map(({ type }) => type).filter((type, index, all) => type !== 'IDAT' || all[index - 1] !== 'IDAT');
  const isOrdered = order.every((type, index) => index === 0 || types.indexOf(type) > types.indexOf(order[index - 1]!));
  const hasUnknown = chunks.some(({ type }) => !/^[a-z]/.test(type) && ![...types, 'PLTE'].includes(type));
  if (!isOrdered || hasUnknown) return null;
  const palette = needed.find(({ type }) => type === 'PLTE')?.data.length ?? 0;
  if (isIndexed && (palette === 0 || palette % 3 !== 0 || palette > 3 * 2 ** bits)) return null;
  // The PDF library misreads transparent colors, and transparent palettes of fewer than eight bits.
  const transparent = chunks.find(({ type }) => type === 'tRNS');
  if (transparent && (isIndexed ? bits < 8 || transparent.data.length > palette / 3 : colors < 4)) return null;
  return needed;
};

const readHeader = (bytes: Buffer): Header | null => {
  const data = bytes.subarray(SIGNATURE_BYTES + 8, SIGNATURE_BYTES + 8 + HEADER_BYTES);
  if (data.length < HEADER_BYTES || bytes.toString('latin1', SIGNATURE_BYTES + 4, SIGNATURE_BYTES + 8) !== 'IHDR') return null;
  const header = { width: data.readUInt32BE(0), height: data.readUInt32BE(4), bits: data[8]!, colors: data[9]! };
  return { ...header, isInterlaced: data[12] !== 0 };
};

/** Checks a PNG and removes all but its pixels, palette, transparency and gamma. */
export const readPng = (bytes: Buffer): DecodedLogo => {
  const header = readHeader(bytes);
  if (!header) return { width: 0, height: 0, content: null };
  const { width, height, bits, colors, isInterlaced } = header;
  const withoutContent = { width, height, content: null };
  if (!isLogoSize(header) || isInterlaced || !colorTypes.get(colors)?.bits.includes(bits)) return withoutContent;
  const chunks = readChunks(bytes);
  if (!chunks || chunks[0]?.data.length !== HEADER_BYTES) return withoutContent;
  const needed = neededChunksOf(chunks, header);
  if (!needed || !hasPixels(needed, header)) return withoutContent;
  const content = Buffer.concat([bytes.subarray(0, SIGNATURE_BYTES), ...needed.map((chunk) => chunk.bytes)]);
  return { width, height, content };
};
