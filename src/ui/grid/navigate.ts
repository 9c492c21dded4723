/** A cell by position; row −1 is the header. */
export type GridPlace = { row: number; column: number };
export type GridSize = { rows: number; columns: number; page: number };
type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

const clamp = (min: number, value: number, max: number): number => Math.max(min, Math.min(value, max));

/** The cell a key moves focus to (grid pattern of WAI-ARIA APG); null for other keys. */
export const nextPlace = (event: Key, { row, column }: GridPlace, size: GridSize): GridPlace | null => {
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey || event.shiftKey || (control && !/^(?:Home|End|Arrow\w+)$/.test(event.key))) return null;
  const lastColumn = size.columns - 1;
  const lastRow = size.rows - 1;
  const placeAt = (toRow: number, toColumn: number): GridPlace => ({
    row: clamp(-1, toRow, lastRow),
    column: clamp(0, toColumn, lastColumn),
  });
  switch (event.key) {
    // With Control, to the edge, as in a spreadsheet.
    case 'ArrowUp':
      return placeAt(control && row > 0 ? 0 : row - 1, column);
    case 'ArrowDown':
      return placeAt(control ? lastRow : row + 1, column);
    case 'ArrowLeft':
      return placeAt(row, control ? 0 : column - 1);
    case 'ArrowRight':
      return placeAt(row, control ? lastColumn : column + 1);
    case 'PageUp':
      // Page Up stops at the first row; only a second press reaches the header.
      return placeAt(row > 0 ? Math.max(0, row - size.page) : -1, column);
    case 'PageDown':
      return placeAt(row + size.page, column);
    case 'Home':
      return placeAt(control ? Math.min(0, lastRow) : row, 0);
    case 'End':
      return placeAt(control ? lastRow : row, lastColumn);
    default:
      return null;
  }
};
