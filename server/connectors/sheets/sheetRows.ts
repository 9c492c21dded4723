import { createHash } from 'node:crypto';
import { headerKey, type SheetHeader } from '../../../contract/rules/connections/sheetHeader.ts';
import type { RowProblem } from '../../domain/connections/facts.ts';
import { isFormulaError, type SheetCell } from './cells.ts';

export type SheetGrid = readonly (readonly unknown[])[];

/** A row's cell in a named column. */
export type RowCells = (column: string) => SheetCell;

const EMPTY_CELL: SheetCell = { displayed: '', raw: null };
const MAX_LENGTH = 2000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the database keeps no such character
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;
const shownText = (cell: unknown): string =>
  (cell === null || cell === undefined ? '' : String(cell)).replaceAll(UNSTORABLE, '').slice(0, MAX_LENGTH);

/** A row in both renderings; for text the stored value counts, because its format may hide or add characters. */
export const cellsOf = ({ indexByColumn }: SheetHeader, displayed: readonly unknown[] = [], raw: readonly unknown[] = []): RowCells => {
  return (column) => {
    const cellIndex = indexByColumn[column];
    if (cellIndex === undefined) return EMPTY_CELL;
    const value = raw[cellIndex] ?? null;
    return { displayed: shownText(typeof value === 'string' ? value : displayed[cellIndex]), raw: value };
  };
};

export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** A hash over the cells of known columns. */
export const contentHash = ({ indexByColumn }: SheetHeader, cells: RowCells): string =>
  digest(
    JSON.stringify(
      Object.keys(indexByColumn)
        .sort()
        .map((column) => [column, cells(column).displayed, cells(column).raw]),
    ),
  );

/**
 * Row keys independent of position (research 3.4): the row's own id, else its stable columns, numbered if several rows are equal.
 * Use one instance for a whole sheet, from the first row to the last.
 */
export const createRowKeys = () => {
  const keyCounts = new Map<string, number>();
  return (id: string, natural: readonly string[]): Readonly<{ key: string; occurrence: number }> => {
    const baseKey = id.trim() === '' ? `n:${digest(natural.map(headerKey).join('\n'))}` : `i:${digest(id.trim().toLowerCase())}`;
    const occurrence = (keyCounts.get(baseKey) ?? 0) + 1;
    keyCounts.set(baseKey, occurrence);
    return { key: occurrence === 1 ? baseKey : `${baseKey}.${occurrence}`, occurrence };
  };
};

/** The first known column with a formula error: such a row stays unchanged. */
export const formulaProblem = ({ indexByColumn }: SheetHeader, cells: RowCells): RowProblem | null => {
  for (const column of Object.keys(indexByColumn)) {
    const cell = cells(column);
    if (isFormulaError(cell)) return { code: 'formula', column, shown: cell.displayed };
  }
  return null;
};

export const isBlankRow = (row: readonly unknown[]): boolean => row.every((cell) => cell === null || String(cell).trim() === '');
