import { createHash } from 'node:crypto';
import type { FileColumn } from '../../../../contract/entities/import.ts';
import { limits } from '../../../../contract/limits.ts';
import { fill } from '../../../../contract/messages/fill.ts';
import { importProblems as t } from '../../../../contract/messages/importProblems.ts';
import { isKnownHeader, normalizeHeader } from '../../../../contract/rules/imports/fields.ts';
import {
  type BestFormats,
  type Cell,
  countCell,
  createFormatCounts,
  fittingFormats,
  leadingFormats,
  readText,
} from '../../../../contract/rules/imports/formats.ts';
import type { StoredFile } from './bytes.ts';
import { fileRows } from './fileRows.ts';
import { createReportReader, type ReportReader } from './reportRows.ts';
import type { FileRow } from './textRows.ts';
import { unreadableError } from './unreadable.ts';

const MAX_SAMPLES = 3;
/** Limits for one row in a database batch, and for all rows: a workbook may reference one long text from every cell. */
const MAX_ROW_CHARS = 65_536;
const MAX_FILE_CHARS = 400_000_000;
/** A workbook may reference a text from many cells: allows this many characters per byte, and a minimum for small files. */
const MAX_CHARS_PER_BYTE = 20;
const SMALL_FILE_CHARS = 2_000_000;
const BATCH_CHARS = 500_000;
/** Includes blank lines. */
const MAX_LINES = 2 * limits.imports.maxRows;

/** `own`: the names as written in the file, if the report adds others. */
type Header = Readonly<{
  number: number;
  names: readonly string[];
  keys: readonly string[];
  report: ReportReader | null;
  own?: readonly string[];
}>;

const namesOf = ({ cells }: FileRow): string[] => cells.map((cell) => readText(cell).slice(0, 100));
const countKnownNames = (row: FileRow): number => namesOf(row).filter(isKnownHeader).length;
const countFilledCells = (row: FileRow): number => row.cells.filter((cell) => readText(cell) !== '').length;

/** The row with the most known names, or else the first row with two filled cells. */
const findHeader = (rows: readonly FileRow[]): FileRow => {
  const [headerRow] = [...rows].sort((a, b) => countKnownNames(b) - countKnownNames(a) || a.number - b.number);
  const header = headerRow && countKnownNames(headerRow) > 0 ? headerRow : rows.find((row) => countFilledCells(row) > 1);
  if (!header) throw unreadableError(fill(t.noHeader, { rows: limits.imports.headerWithin }));
  return header;
};

/** Finds the header among the first rows, and the rows below it. */
const splitAtHeader = async (rows: AsyncGenerator<FileRow>): Promise<Readonly<{ header: Header; below: AsyncGenerator<FileRow> }>> => {
  const first: FileRow[] = [];
  while (first.length < limits.imports.headerWithin) {
    const next = await rows.next();
    if (next.done) break;
    first.push(next.value);
  }
  const headerRow = findHeader(first);
  if (headerRow.cells.length > limits.imports.maxColumns)
    throw unreadableError(fill(t.tooManyColumns, { most: limits.imports.maxColumns }));
  const names = namesOf(headerRow);
  const rowsBelow = async function* (): AsyncGenerator<FileRow> {
    yield* first.filter(({ number }) => number > headerRow.number);
    yield* rows;
  };
  const keys = names.map(normalizeHeader);
  const report = createReportReader(names, keys);
  const header = { number: headerRow.number, names, keys, report };
  if (report === null) return { header, below: rowsBelow() };
  return { header: { ...header, names: report.names, keys: report.names.map(normalizeHeader), own: keys }, below: rowsBelow() };
};

const isRepeatedHeader = (row: FileRow, { keys, own = keys }: Header): boolean =>
  namesOf(row).map(normalizeHeader).join('\n') === own.join('\n');

/** Replaces characters that the database cannot store. */
const toStorable = (cell: Cell): Cell =>
  typeof cell === 'string'
    ? cell
        .slice(0, limits.imports.maxCell + 1)
        .replaceAll('\u0000', '\ufffd')
        .replaceAll(/[\uD800-\uDFFF]/gu, '\ufffd')
    : cell;

/** Counts the formats in each column's cells, and collects samples. */
const createColumnStatistics = ({ names }: Header) => {
  const columns = names.map((name) => ({ name, fits: createFormatCounts(), samples: [] as string[] }));
  return {
    add: (cells: readonly Cell[]): void => {
      for (const [index, { fits, samples }] of columns.entries()) {
        const cell = cells[index] ?? null;
        countCell(fits, cell);
        if (samples.length < MAX_SAMPLES && cell !== null) samples.push(readText(cell).slice(0, 60));
      }
    },
    columns: (): FileColumn[] => columns.map(({ name, fits, samples }) => ({ name, samples, ...fittingFormats(fits) })),
    leading: (): BestFormats[] => columns.map(({ fits }) => leadingFormats(fits)),
  };
};

const warningsOf = (header: Header, repeats: number, headings: number): string[] => {
  const duplicates = header.keys.flatMap((key, index) =>
    key !== '' && header.keys.indexOf(key) < index ? [header.names[index] ?? ''] : [],
  );
  return [
    ...[...new Set(duplicates)].map((name) => fill(t.columnTwice, { name })),
    ...(repeats === 0 ? [] : [repeats === 1 ? t.headerAgainOne : fill(t.headerAgain, { count: repeats })]),
    ...(headings === 0 ? [] : [fill(t.headingsLeftOut, { count: headings })]),
  ];
};

/** A hash of the names in order, without case and punctuation: files of one shape share a mapping. */
const shapeOf = (keys: readonly string[]): string => createHash('sha256').update(keys.join('\n')).digest('hex');

const charsOf = (cells: readonly Cell[]): number =>
  cells.reduce((sum: number, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0);

export type NewRow = Readonly<{ row_number: number; cells: readonly Cell[] }>;
/** `write` stores a batch and returns the maximum number of rows of the next one. */
export type RowBatches = Readonly<{ batchRows: number; write: (rows: readonly NewRow[]) => Promise<number> }>;

/** Collects rows into batches limited by rows and characters. */
const createBatchWriter = ({ batchRows, write }: RowBatches, maxChars: number) => {
  let pending: NewRow[] = [];
  let [pendingChars, fileChars, maxRows] = [0, 0, batchRows];
  const flush = async (): Promise<void> => {
    if (pending.length > 0) maxRows = await write(pending);
    [pending, pendingChars] = [[], 0];
  };
  const add = async (row: NewRow): Promise<void> => {
    const chars = charsOf(row.cells);
    if (chars > MAX_ROW_CHARS)
      throw unreadableError(fill(t.rowTooLong, { row: row.row_number, most: MAX_ROW_CHARS.toLocaleString('en-US') }));
    pendingChars += chars;
    fileChars += chars;
    if (fileChars > maxChars) throw unreadableError(t.tooLargeInside);
    pending.push(row);
    if (pending.length >= maxRows || pendingChars >= BATCH_CHARS) await flush();
  };
  return { add, flush };
};

/** `leading`: per column, the formats that parse the most cells. */
export type FileContents = Readonly<{
  columns: FileColumn[];
  leading: BestFormats[];
  headerRow: number;
  rows: number;
  warnings: string[];
  shape: string;
  hash: string;
}>;

/**
 * Reads a file into batches of rows, and detects its header and column formats.
 * @throws UnreadableFile for an unreadable file
 */
export const analyzeFile = async (file: StoredFile, batches: RowBatches): Promise<FileContents> => {
  const { header, below } = await splitAtHeader(fileRows(file));
  const hash = createHash('sha256');
  const statistics = createColumnStatistics(header);
  const pending = createBatchWriter(batches, Math.min(MAX_FILE_CHARS, SMALL_FILE_CHARS + MAX_CHARS_PER_BYTE * file.size));
  let [rows, repeats, headings] = [0, 0, 0];
  const createTooManyRows = () => unreadableError(fill(t.tooManyRows, { most: limits.imports.maxRows.toLocaleString('en-US') }));

  for await (const row of below) {
    if (row.number > MAX_LINES) throw createTooManyRows();
    if (countFilledCells(row) === 0) continue;
    if (isRepeatedHeader(row, header)) {
      repeats += 1;
      continue;
    }
    const read = header.report === null ? row : header.report.read(row);
    if (read === null) {
      headings += 1;
      continue;
    }
    rows += 1;
    if (rows > limits.imports.maxRows) throw createTooManyRows();
    const cells = read.cells.slice(0, header.names.length).map(toStorable);
    statistics.add(cells);
    hash.update(JSON.stringify(cells));
    await pending.add({ row_number: row.number, cells });
  }
  await pending.flush();
  if (rows === 0) throw unreadableError(t.noRows);
  return {
    columns: statistics.columns(),
    leading: statistics.leading(),
    headerRow: header.number,
    rows,
    warnings: warningsOf(header, repeats, headings),
    shape: shapeOf(header.keys),
    hash: hash.digest('hex'),
  };
};
