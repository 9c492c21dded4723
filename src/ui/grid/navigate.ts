/** A cell by place: row −1 is the header. */
export type Place = { row: number; column: number };
export type GridSize = { rows: number; columns: number; page: number };
type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

/** Where a key takes the focus (the grid pattern of WAI-ARIA APG), or null when the key is not one that moves it. */
export const nextPlace = (event: Key, { row, column }: Place, size: GridSize): Place | null => {
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey || event.shiftKey || (control && !/^(?:Home|End|Arrow\w+)$/.test(event.key))) return null;
  const lastColumn = size.columns - 1;
  const lastRow = size.rows - 1;
  const at = (toRow: number, toColumn: number): Place => ({
    row: between(-1, toRow, lastRow),
    column: between(0, toColumn, lastColumn),
  });
  switch (event.key) {
    // With Control to the end, as a spreadsheet does.
    case 'ArrowUp':
      return at(control && row > 0 ? 0 : row - 1, column);
    case 'ArrowDown':
      return at(control ? lastRow : row + 1, column);
    case 'ArrowLeft':
      return at(row, control ? 0 : column - 1);
    case 'ArrowRight':
      return at(row, control ? lastColumn : column + 1);
    case 'PageUp':
      // A page never jumps over the first row into the header; one more step does.
      return at(row > 0 ? Math.max(0, row - size.page) : -1, column);
    case 'PageDown':
      return at(row + size.page, column);
    case 'Home':
      return at(control ? Math.min(0, lastRow) : row, 0);
    case 'End':
      return at(control ? lastRow : row, lastColumn);
    default:
      return null;
  }
};
