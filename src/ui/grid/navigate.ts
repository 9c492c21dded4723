/** A cell by position; row −1 is the header. */
export type GridPosition = { row: number; column: number };
export type GridSize = { rows: number; columns: number; page: number };
type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

const clamp = (min: number, value: number, max: number): number => Math.max(min, Math.min(value, max));

/** The cell a key moves focus to (grid pattern of WAI-ARIA APG); null for other keys. */
export const nextPosition = (event: Key, { row, column }: GridPosition, size: GridSize): GridPosition | null => {
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey || event.shiftKey || (control && !/^(?:Home|End|Arrow\w+)$/.test(event.key))) return null;
  const lastColumn = size.columns - 1;
  const lastRow = size.rows - 1;
  const clampPosition = (toRow: number, toColumn: number): GridPosition => ({
    row: clamp(-1, toRow, lastRow),
    column: clamp(0, toColumn, lastColumn),
  });
  switch (event.key) {
    // With Control, to the edge, as in a spreadsheet.
    case 'ArrowUp':
      return clampPosition(control && row > 0 ? 0 : row - 1, column);
    case 'ArrowDown':
      return clampPosition(control ? lastRow : row + 1, column);
    case 'ArrowLeft':
      return clampPosition(row, control ? 0 : column - 1);
    case 'ArrowRight':
      return clampPosition(row, control ? lastColumn : column + 1);
    case 'PageUp':
      // Page Up stops at the first row; only a second press reaches the header.
      return clampPosition(row > 0 ? Math.max(0, row - size.page) : -1, column);
    case 'PageDown':
      return clampPosition(row + size.page, column);
    case 'Home':
      return clampPosition(control ? Math.min(0, lastRow) : row, 0);
    case 'End':
      return clampPosition(control ? lastRow : row, lastColumn);
    default:
      return null;
  }
};
