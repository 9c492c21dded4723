import { Readable } from 'node:stream';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { importProblems as t } from '../../../../contract/messages/importProblems.ts';
import { rangeOf, type StoredFile, withLastPart } from './bytes.ts';
import { unreadableError } from './unreadable.ts';

/** A part of a workbook by name, streamed; null if the workbook has no such part. */
export type OpenPart = (name: string, maxBytes?: number) => AsyncGenerator<Buffer> | null;

const MAX_ENTRIES = 10_000;
/** The XML of a sheet with a million rows is about a gigabyte. */
const MAX_PART_BYTES = 1_500_000_000;
/** Spreadsheets usually compress to 5–10%; Apache POI refuses ratios above 100. */
const MAX_RATIO = 200;
const RATIO_APPLIES_ABOVE_BYTES = 50_000_000;

class StoredFileReader extends RandomAccessReader {
  readonly #file: StoredFile;
  constructor(file: StoredFile) {
    super();
    this.#file = withLastPart(file);
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(rangeOf(this.#file, start, end), { objectMode: false });
  }
}

/** Checks declared sizes before unpacking; unpacking stops if a part exceeds its declared size. */
const checkSize = ({ uncompressedSize, compressedSize }: Entry, maxBytes: number): void => {
  const isBomb = uncompressedSize > RATIO_APPLIES_ABOVE_BYTES && uncompressedSize > MAX_RATIO * compressedSize;
  if (isBomb || uncompressedSize > maxBytes) throw unreadableError(t.tooLargeInside);
};

/** Opens a workbook, which is a ZIP file. @throws UnreadableFile if it is not one; rethrows errors from `file` */
export const openWorkbook = async (file: StoredFile): Promise<OpenPart> => {
  let failure: unknown;
  const part = (index: number): Promise<Buffer> =>
    file.part(index).catch((error: unknown) => {
      failure = error;
      throw error;
    });
  // Library errors mean a bad file, unless reading the stored file failed.
  const brokenError = (): unknown => failure ?? unreadableError(t.brokenWorkbook);
  const entries = new Map<string, Entry>();
  const zip = await fromRandomAccessReaderPromise(new StoredFileReader({ ...file, part }), file.size, { autoClose: false }).catch(() => {
    throw brokenError();
  });
  if (zip.entryCount > MAX_ENTRIES) throw unreadableError(t.brokenWorkbook);
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch {
    throw brokenError();
  }
  const unpack = async function* (entry: Entry): AsyncGenerator<Buffer> {
    try {
      yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
    } catch {
      throw brokenError();
    }
  };
  return (name, maxBytes = MAX_PART_BYTES) => {
    const entry = entries.get(name);
    if (!entry) return null;
    checkSize(entry, maxBytes);
    return unpack(entry);
  };
};
