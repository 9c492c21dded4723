/** A picture by its first bytes, not by its name. */
export type ImageFacts = Readonly<{ mediaType: 'image/png' | 'image/jpeg'; width: number; height: number }>;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG_WIDTH_AT = 16;
const JPEG = [0xff, 0xd8, 0xff];
/** Start-of-frame markers that are none: tables and arithmetic coding. */
const NOT_FRAMES = [0xc4, 0xc8, 0xcc];

const begins = (bytes: Uint8Array, signature: readonly number[]): boolean => signature.every((byte, index) => bytes[index] === byte);

const readPng = (view: DataView): ImageFacts | null => {
  if (view.byteLength < PNG_WIDTH_AT + 8 || view.getUint32(12) !== 0x49484452) return null;
  return { mediaType: 'image/png', width: view.getUint32(PNG_WIDTH_AT), height: view.getUint32(PNG_WIDTH_AT + 4) };
};

/** Walks the segments to the first frame, which has the size. */
const readJpeg = (view: DataView): ImageFacts | null => {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && !NOT_FRAMES.includes(marker))
      return { mediaType: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
};

/** @returns null if it is neither a PNG nor a JPEG */
export const readImage = (bytes: Uint8Array): ImageFacts | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (begins(bytes, PNG)) return readPng(view);
  return begins(bytes, JPEG) ? readJpeg(view) : null;
};
