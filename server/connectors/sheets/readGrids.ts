import { ConnectionProblem } from '../../domain/connections/connectionProblem.ts';
import type { Connected } from '../../domain/connections/connector.ts';
import type { SheetGrids } from './readSheet.ts';
import { isBlankRow, type SheetGrid } from './sheetRows.ts';
import { type Merge, ROWS_PER_CALL, type SheetsApi, type TabInfo } from './sheetsApi.ts';

const MAX_TRIES = 3;

const isSame = (before: SheetGrid, after: SheetGrid): boolean => JSON.stringify(before) === JSON.stringify(after);
/** Text cells are the same in both renderings, unless they have a custom format. */
const isConsistent = (displayed: SheetGrid, raw: SheetGrid): boolean =>
  displayed.length === raw.length &&
  raw.every((row, index) => row.every((cell, columnIndex) => typeof cell !== 'string' || (displayed[index]?.[columnIndex] ?? '') === cell));

/**
 * A block of rows in both renderings. If they differ, the raw one is read again: if it is unchanged, a format is the reason, otherwise an
 * edit.
 */
const readBlock = async (connected: Connected, api: SheetsApi, title: string, from: number, to: number): Promise<SheetGrids> => {
  let [displayed, raw] = await Promise.all([api.rows(title, from, to, 'FORMATTED_VALUE'), api.rows(title, from, to, 'UNFORMATTED_VALUE')]);
  for (let attempt = 1; !isConsistent(displayed, raw); attempt += 1) {
    const before = raw;
    displayed = await api.rows(title, from, to, 'FORMATTED_VALUE');
    raw = await api.rows(title, from, to, 'UNFORMATTED_VALUE');
    if (isSame(before, raw)) break;
    if (attempt === MAX_TRIES) throw new ConnectionProblem('upstream_down', connected.connection.name);
  }
  return { displayed, raw };
};

/** Fills vertically merged cells with the value of the first row; otherwise blank rows stay blank. */
const fillMerged = (rows: unknown[][], merges: readonly Merge[]): void => {
  const blank = rows.map(isBlankRow);
  for (const { fromRow, toRow, column } of merges)
    for (let index = fromRow + 1; index < Math.min(toRow, rows.length); index += 1) {
      const row = rows[index];
      if (row && !blank[index] && (row[column] ?? '') === '') row[column] = rows[fromRow]?.[column] ?? '';
    }
};

/** All rows of a tab, several thousand per call. */
export const readGrids = async (connected: Connected, api: SheetsApi, { title, rows, merges }: TabInfo): Promise<SheetGrids> => {
  const [displayed, raw]: [unknown[][], unknown[][]] = [[], []];
  for (let from = 1; from <= rows; from += ROWS_PER_CALL) {
    const block = await readBlock(connected, api, title, from, Math.min(rows, from + ROWS_PER_CALL - 1));
    displayed.push(...block.displayed.map((row) => [...row]));
    raw.push(...block.raw.map((row) => [...row]));
    // A block that is not full is followed by blank rows only.
    if (Math.max(block.displayed.length, block.raw.length) < ROWS_PER_CALL) break;
  }
  fillMerged(displayed, merges);
  fillMerged(raw, merges);
  return { displayed, raw };
};
