import { Readable } from 'node:stream';
import { type Parser, parse } from 'csv-parse';
import { limits } from '../../../../contract/limits.ts';
import { fill } from '../../../../contract/messages/fill.ts';
import { importProblems as t } from '../../../../contract/messages/importProblems.ts';
import { delimiterOf } from '../../../../contract/rules/imports/delimiter.ts';
import type { Cell } from '../../../../contract/rules/imports/formats.ts';
import { unreadableError } from './unreadable.ts';

/** A row of the file; `number` starts at 1, as in a spreadsheet. */
export type FileRow = Readonly<{ number: number; cells: readonly Cell[] }>;

const SAMPLE_CHARS = 65_536;
const MAX_RECORD_BYTES = 262_144;
/** One more than a file may have, so that a longer header is noticed; the rest of a longer row belongs to no column. */
const MAX_CELLS = limits.imports.maxColumns + 1;
/** Longer than any header: 200 names of 160 characters. */
const MAX_FIRST_ROW_CHARS = 32_768;

/** UTF-16 with or without a byte order mark, otherwise UTF-8: in UTF-16, every second byte of Latin text is zero. */
export const encodingOf = (start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' => {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const sample = start.subarray(0, 1024);
  const countZeros = (odd: 0 | 1): number => sample.filter((byte, index) => byte === 0 && index % 2 === odd).length;
  if (countZeros(1) > sample.length / 5) return 'utf-16le';
  return countZeros(0) > sample.length / 5 ? 'utf-16be' : 'utf-8';
};

/** The file as text, in any supported encoding. @throws UnreadableFile for bytes that are not text */
async function* decodeFile(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let encoding = '';
  const decode = (bytes?: Buffer): string => {
    try {
      return bytes ? (decoder?.decode(bytes, { stream: true }) ?? '') : (decoder?.decode() ?? '');
    } catch {
      throw unreadableError(fill(t.notText, { encoding: encoding.toUpperCase() }));
    }
  };
  for await (const bytes of file) {
    if (!decoder) {
      encoding = encodingOf(bytes);
      decoder = new TextDecoder(encoding, { fatal: true });
    }
    for (let from = 0; from < bytes.length; from += SAMPLE_CHARS) yield decode(bytes.subarray(from, from + SAMPLE_CHARS));
  }
  yield decode();
}

/**
 * Accepts rows of any length. The parser's own option still builds an error with a stack trace and a copy of the row for each one that
 * differs from the first, which takes longer than reading it.
 */
const allowAnyLength = (parser: Parser): void => {
  const { state } = parser as unknown as { state: { record: readonly string[] } };
  Object.defineProperty(state, 'expectedRecordLength', { get: () => state.record.length, set: () => undefined });
};

/** Refuses a file without a line end before parsing, because the parser would look for one at every character. @throws UnreadableFile */
const refuseWithoutLineEnd = (start: string, delimiter: string): void => {
  if (start.length <= MAX_FIRST_ROW_CHARS || /[\r\n]/.test(start)) return;
  const { maxColumns } = limits.imports;
  if (start.split(delimiter).length > maxColumns) throw unreadableError(fill(t.tooManyColumns, { most: maxColumns }));
  throw unreadableError(fill(t.rowTooLong, { row: 1, most: MAX_FIRST_ROW_CHARS.toLocaleString('en-US') }));
};

/** Rows of a CSV in any dialect, streamed. @throws UnreadableFile */
export async function* textRows(file: AsyncIterable<Buffer>): AsyncGenerator<FileRow> {
  const chunks = decodeFile(file);
  const first = await chunks.next();
  if (first.done || first.value === '') throw unreadableError(t.empty);
  const joinChunks = async function* () {
    yield first.value;
    yield* chunks;
  };
  const delimiter = delimiterOf(first.value);
  refuseWithoutLineEnd(first.value, delimiter);
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: MAX_RECORD_BYTES,
  });
  allowAnyLength(parser);
  const source = Readable.from(joinChunks());
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let number = 0;
  try {
    for await (const record of parser as AsyncIterable<readonly string[]>) {
      number += 1;
      yield { number, cells: record.slice(0, MAX_CELLS).map((cell) => (cell.trim() === '' ? null : cell)) };
    }
  } catch (error) {
    // The parser's own count is right: earlier rows may not have been emitted yet.
    const { code, records = number } = error as { code?: string; records?: number };
    if (code?.startsWith('CSV_')) throw unreadableError(fill(t.brokenRow, { row: records + 1 }));
    throw error;
  } finally {
    source.destroy();
  }
}
