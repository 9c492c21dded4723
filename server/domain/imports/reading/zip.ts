import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { importProblems as text } from '../../../../contract/messages/imports.ts';
import type { ReadBytes } from './bytes.ts';
import { unreadable } from './unreadable.ts';

type Entry = Readonly<{ method: number; compressed: number; offset: number }>;

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const PIECE = 262_144;
/** Nothing that a workbook holds is inflated beyond this. */
const MOST_INFLATED = 1_500_000_000;

const broken = () => unreadable(text.brokenWorkbook);

/** What is in a zip file, by name. @throws Problem 422 for what is no zip, or one with the 64-bit directory that no spreadsheet writes */
const directoryOf = async (size: number, read: ReadBytes): Promise<ReadonlyMap<string, Entry>> => {
  const from = Math.max(0, size - 65_557);
  const tail = await read(from, size - from);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || tail.length < end + 22 || tail.readUInt32LE(end) !== END) throw broken();
  const [count, length, start] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (start + length > size) throw broken();
  const directory = await read(start, length);
  const entries = new Map<string, Entry>();
  for (let at = 0, seen = 0; seen < count; seen += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== CENTRAL) throw broken();
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [number, number, number];
    entries.set(directory.toString('utf8', at + 46, at + 46 + name), {
      method: directory.readUInt16LE(at + 10),
      compressed: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
};

async function* stored(read: ReadBytes, { compressed, offset }: Entry): AsyncGenerator<Buffer> {
  const header = await read(offset, 30);
  if (header.length < 30) throw broken();
  const from = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  for (let at = 0; at < compressed; at += PIECE) yield await read(from + at, Math.min(PIECE, compressed - at));
}

async function* inflated(read: ReadBytes, entry: Entry): AsyncGenerator<Buffer> {
  const source = Readable.from(stored(read, entry));
  const inflate = createInflateRaw();
  source.on('error', (error) => inflate.destroy(error));
  source.pipe(inflate);
  let length = 0;
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > MOST_INFLATED) throw unreadable(text.tooLargeInside);
      yield piece;
    }
  } catch (error) {
    throw (error as { code?: string }).code?.startsWith('Z_') ? broken() : error;
  } finally {
    source.destroy();
  }
}

/** A zip file whose entries are read one at a time, in pieces; null for one that is not there. */
export const openZip = async (size: number, read: ReadBytes): Promise<(name: string) => AsyncGenerator<Buffer> | null> => {
  const entries = await directoryOf(size, read);
  return (name) => {
    const entry = entries.get(name);
    if (!entry) return null;
    if (entry.method !== 0 && entry.method !== 8) throw broken();
    return entry.method === 0 ? stored(read, entry) : inflated(read, entry);
  };
};
