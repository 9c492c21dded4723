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
  const found = new Map<string, string>();
  for (const [column, { names }] of Object.entries(sheetColumns[type])) {
    for (const name of names) if (!found.has(headerKey(name))) found.set(headerKey(name), column);
  }
  return found;
};
const known: Readonly<Record<SheetType, ReadonlyMap<string, string>>> = { schedule: keysOf('schedule'), ar: keysOf('ar') };

export type SheetHeader = Readonly<{
  /** Index of the header row. */
  row: number;
  /** Cell index of each column. */
  places: Readonly<Record<string, number>>;
  /** First names of missing required columns. */
  missing: readonly string[];
  /** Headers that name a column a second time; the first one is used. */
  doubled: readonly string[];
  /** Unknown headers, as written. */
  unknown: readonly string[];
}>;

const MOST_ROWS = 10;
type Row = readonly unknown[];
const textOf = (cell: unknown): string => (typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : '');

const readRow = (type: SheetType, cells: Row, row: number): SheetHeader => {
  const places: Record<string, number> = {};
  const [doubled, unknown]: [string[], string[]] = [[], []];
  cells.forEach((cell, place) => {
    const text = textOf(cell).trim();
    const column = known[type].get(headerKey(text));
    if (column === undefined) {
      if (text !== '') unknown.push(text);
    } else if (places[column] === undefined) places[column] = place;
    else doubled.push(text);
  });
  const missing = Object.entries(sheetColumns[type]).flatMap(([column, { names, required }]) =>
    required && places[column] === undefined ? [names[0] ?? column] : [],
  );
  return { row, places, missing, doubled, unknown };
};

/** The header among the first ten rows: the row that names the most columns, the upper one of a tie. Null: none names any. */
export const findHeader = (type: SheetType, rows: readonly Row[]): SheetHeader | null => {
  let best: SheetHeader | null = null;
  for (const [index, cells] of rows.slice(0, MOST_ROWS).entries()) {
    const header = readRow(type, cells, index);
    const count = Object.keys(header.places).length;
    if (count > (best === null ? 0 : Object.keys(best.places).length)) best = header;
  }
  return best;
};
