import { limits } from '../../../../contract/limits.ts';

/** An uploaded file, stored in the database in parts of one size. */
export type StoredFile = Readonly<{ size: number; part: (index: number) => Promise<Buffer> }>;

/** The file in order, one part at a time. */
export async function* streamOf({ size, part }: StoredFile): AsyncGenerator<Buffer> {
  for (let index = 0; index * limits.imports.partBytes < size; index += 1) yield await part(index);
}

/** The bytes from `start` (inclusive) to `end` (exclusive). */
export async function* rangeOf({ part }: StoredFile, start: number, end: number): AsyncGenerator<Buffer> {
  const { partBytes } = limits.imports;
  for (let offset = start; offset < end; ) {
    const index = Math.floor(offset / partBytes);
    const from = offset - index * partBytes;
    const piece = (await part(index)).subarray(from, from + end - offset);
    if (piece.length === 0) return;
    yield piece;
    offset += piece.length;
  }
}

/** Caches the last part, because most reads continue where the previous one ended. */
export const withLastPart = ({ size, part }: StoredFile): StoredFile => {
  let last: Readonly<{ index: number; content: Promise<Buffer> }> | null = null;
  return {
    size,
    part: (index) => {
      if (last?.index !== index) last = { index, content: part(index) };
      return last.content;
    },
  };
};
