import { limits } from '../../../../contract/limits.ts';

/** An uploaded file that lies in the database in parts of one size. */
export type StoredFile = Readonly<{ size: number; part: (at: number) => Promise<Buffer> }>;
/** Bytes from anywhere in a file. */
export type ReadBytes = (offset: number, length: number) => Promise<Buffer>;

/** The whole file in order, a part at a time. */
export async function* streamOf({ size, part }: StoredFile): AsyncGenerator<Buffer> {
  for (let at = 0; at * limits.imports.partBytes < size; at += 1) yield await part(at);
}

/** Reads anywhere; the part that was read last is kept, because most reads go on where one ended. */
export const bytesOf = ({ size, part }: StoredFile): ReadBytes => {
  const { partBytes } = limits.imports;
  let kept: { at: number; content: Buffer } | null = null;
  return async (offset, length) => {
    const end = Math.min(size, offset + length);
    const pieces: Buffer[] = [];
    for (let from = offset; from < end; ) {
      const at = Math.floor(from / partBytes);
      if (kept?.at !== at) kept = { at, content: await part(at) };
      const start = from - at * partBytes;
      const piece = kept.content.subarray(start, start + end - from);
      if (piece.length === 0) break;
      pieces.push(piece);
      from += piece.length;
    }
    return Buffer.concat(pieces);
  };
};
