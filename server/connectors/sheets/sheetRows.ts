import { createHash } from 'node:crypto';
import { headerKey, type SheetHeader } from '../../../contract/rules/connections/sheetHeader.ts';
import { isFormulaError, type SheetCell } from './cells.ts';

/** Why a row could not be taken over; the sentences stand in contract/messages/sheets.ts. */
export type RowProblem = Readonly<{
  code: 'formula' | 'required' | 'day' | 'time' | 'amount' | 'doubled_id';
  column: string;
  shown: string;
}>;
export type Grid = readonly (readonly unknown[])[];

/** The cells of one row by column. */
export type RowCells = (column: string) => SheetCell;

const EMPTY: SheetCell = { shown: '', raw: null };
const LONGEST = 2000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the database keeps no such character
const UNKEPT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;
const shownText = (cell: unknown): string =>
  (cell === null || cell === undefined ? '' : String(cell)).replaceAll(UNKEPT, '').slice(0, LONGEST);

/** A row as it is shown beside the row as it is kept; a text is what is kept, because its format may hide it or add to it. */
export const cellsOf = ({ places }: SheetHeader, shown: readonly unknown[] = [], raw: readonly unknown[] = []): RowCells => {
  return (column) => {
    const place = places[column];
    if (place === undefined) return EMPTY;
    const kept = raw[place] ?? null;
    return { shown: shownText(typeof kept === 'string' ? kept : shown[place]), raw: kept };
  };
};

export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Changes when a cell of a known column does. */
export const contentHash = ({ places }: SheetHeader, cells: RowCells): string =>
  digest(
    JSON.stringify(
      Object.keys(places)
        .sort()
        .map((column) => [column, cells(column).shown, cells(column).raw]),
    ),
  );

/**
 * What a row is known by, wherever it stands (research 3.4): its own id, else what does not change about it, counted where rows are alike.
 * Kept by whoever reads a sheet from its first row to its last.
 */
export const rowKeys = () => {
  const seen = new Map<string, number>();
  return (id: string, natural: readonly string[]): Readonly<{ key: string; occurrence: number }> => {
    const base = id.trim() === '' ? `n:${digest(natural.map(headerKey).join('\n'))}` : `i:${digest(id.trim().toLowerCase())}`;
    const occurrence = (seen.get(base) ?? 0) + 1;
    seen.set(base, occurrence);
    return { key: occurrence === 1 ? base : `${base}.${occurrence}`, occurrence };
  };
};

/** The first known column whose formula went wrong: such a row stays as it was. */
export const formulaProblem = ({ places }: SheetHeader, cells: RowCells): RowProblem | null => {
  for (const column of Object.keys(places)) {
    const cell = cells(column);
    if (isFormulaError(cell)) return { code: 'formula', column, shown: cell.shown };
  }
  return null;
};

export const isBlankRow = (row: readonly unknown[]): boolean => row.every((cell) => cell === null || String(cell).trim() === '');
