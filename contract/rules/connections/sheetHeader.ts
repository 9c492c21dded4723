import { type SheetType, sheetColumns } from './sheetColumns.ts';

/** Lower-case letters and digits of a header, with single spaces: `Invoice #` and ` invoice ` are the same. */
export const headerKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const keysOf = (type: SheetType): ReadonlyMap<string, string> => {
  const columnOfKey = new Map<string, string>();
  for (const [column, { names }] of Object.entries(sheetColumns[type])) {
    for (const name of names) if (!columnOfKey.has(headerKey(name))) columnOfKey.set(headerKey(name), column);
  }
  return columnOfKey;
};
const keysBySheet: Readonly<Record<SheetType, ReadonlyMap<string, string>>> = { schedule: keysOf('schedule'), ar: keysOf('ar') };

export type SheetHeader = Readonly<{
  /** Index of the header row. */
  row: number;
  /** Cell index of each column. */
  indexByColumn: Readonly<Record<string, number>>;
  /** First names of missing required columns. */
  missing: readonly string[];
  /** Headers that name a column a second time; the first one is used. */
  duplicates: readonly string[];
  /** Unknown headers, as written. */
  unknown: readonly string[];
}>;

const MAX_HEADER_ROWS = 10;
type Row = readonly unknown[];
const cellText = (cell: unknown): string => (typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : '');

const readRow = (type: SheetType, cells: Row, row: number): SheetHeader => {
  const columnIndexes: Record<string, number> = {};
  const [repeated, unknown]: [string[], string[]] = [[], []];
  cells.forEach((cell, columnIndex) => {
    const text = cellText(cell).trim();
    const column = keysBySheet[type].get(headerKey(text));
    if (column === undefined) {
      if (text !== '') unknown.push(text);
    } else if (columnIndexes[column] === undefined) columnIndexes[column] = columnIndex;
    else repeated.push(text);
  });
  const missing = Object.entries(sheetColumns[type]).flatMap(([column, { names, required }]) =>
    required && columnIndexes[column] === undefined ? [names[0] ?? column] : [],
  );
  return { row, indexByColumn: columnIndexes, missing, duplicates: repeated, unknown };
};

/** The header among the first ten rows: the row that names the most columns, the first one in a tie. Null if no row names any. */
export const findHeader = (type: SheetType, rows: readonly Row[]): SheetHeader | null => {
  let bestHeader: SheetHeader | null = null;
  for (const [index, cells] of rows.slice(0, MAX_HEADER_ROWS).entries()) {
    const header = readRow(type, cells, index);
    const count = Object.keys(header.indexByColumn).length;
    if (count > (bestHeader === null ? 0 : Object.keys(bestHeader.indexByColumn).length)) bestHeader = header;
  }
  return bestHeader;
};
