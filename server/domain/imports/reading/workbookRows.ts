import { limits } from '../../../../contract/limits.ts';
import { importProblems as t } from '../../../../contract/messages/importProblems.ts';
import type { Cell } from '../../../../contract/rules/imports/formats.ts';
import type { StoredFile } from './bytes.ts';
import type { FileRow } from './textRows.ts';
import { unreadableError } from './unreadable.ts';
import { openBook, type Styles } from './workbookBook.ts';
import { openWorkbook } from './workbookParts.ts';
import { type Attributes, readXml, type XmlHandlers } from './xml.ts';

/** The maximum number of rows and columns in any spreadsheet program. */
const MAX_SHEET_ROWS = 1_048_576;
const MAX_SHEET_COLUMNS = 16_384;

const DAY_MS = 86_400_000;
const MAX_SERIAL = 2_958_465;
/** Serial numbers count days from the end of 1899, or from the start of 1904 in old Mac workbooks. */
const dayOfSerial = (serial: number, is1904: boolean): Cell => {
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  if (serial < 0 || serial >= MAX_SERIAL + 1) return serial;
  return { day: new Date(start + Math.floor(serial + 1e-9) * DAY_MS).toISOString().slice(0, 10) };
};

/** The zero-based column of a reference such as `AB12`; -1 if it has none. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of reference.toUpperCase()) if (letter >= 'A' && letter <= 'Z') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

const cellOf = ({ t: type = 'n', s: style }: Attributes, raw: string | null, shared: readonly string[], styles: Styles): Cell => {
  if (raw === null) return null;
  if (type === 's') return shared[Number(raw)] || null;
  if (type === 'd') return { day: raw.slice(0, 10) };
  if (type !== 'n') return raw || null;
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  return styles.isDay[Number(style ?? -1)] ? dayOfSerial(value, styles.is1904) : value;
};

/** Collects the rows of a sheet from its tags. */
const createRowHandlers = (shared: readonly string[], styles: Styles, emit: (row: FileRow) => void): XmlHandlers => {
  let number = 0;
  let count = 0;
  let cells: Cell[] = [];
  let cell: Readonly<{ column: number; attributes: Attributes }> | null = null;
  let raw: string | null = null;
  let [isValue, isPhonetic] = [false, false];

  const openRow = ({ r }: Attributes): void => {
    const next = r === undefined ? number + 1 : Number(r);
    if (!Number.isInteger(next) || next <= number || next > MAX_SHEET_ROWS) throw unreadableError(t.brokenWorkbook);
    [number, count, cells] = [next, 0, []];
  };
  const openCell = (attributes: Attributes): void => {
    count += 1;
    if (count > MAX_SHEET_COLUMNS) throw unreadableError(t.brokenWorkbook);
    const column = columnOf(attributes.r ?? '');
    [cell, raw] = [{ column: column < 0 ? cells.length : column, attributes }, null];
  };
  const closeCell = (): void => {
    if (cell && cell.column < limits.imports.maxColumns) {
      while (cells.length < cell.column) cells.push(null);
      cells[cell.column] = cellOf(cell.attributes, raw, shared, styles);
    }
    cell = null;
  };

  return {
    open: (name, attributes) => {
      if (name === 'row') openRow(attributes);
      if (name === 'c') openCell(attributes);
      if (name === 'rPh') isPhonetic = true;
      const isValueTag = cell?.attributes.t === 'inlineStr' ? name === 't' && !isPhonetic : name === 'v';
      isValue = cell !== null && isValueTag;
      if (isValue) raw ??= '';
    },
    text: (piece) => {
      if (isValue && raw !== null && raw.length <= limits.imports.maxCell) raw += piece.slice(0, limits.imports.maxCell + 1 - raw.length);
    },
    close: (name) => {
      isValue = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'c') closeCell();
      if (name === 'row') emit({ number, cells });
    },
  };
};

/** Rows of a workbook's (XLSX) first sheet, streamed. @throws UnreadableFile */
export async function* workbookRows(file: StoredFile): AsyncGenerator<FileRow> {
  const { sheet, shared, styles } = await openBook(await openWorkbook(file));
  yield* readXml<FileRow>(sheet, (emit) => createRowHandlers(shared, styles, emit));
}
