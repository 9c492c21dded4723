/** The key of the checkbox column: always first, never moved, resized or copied. */
export const SELECT_COLUMN = 'grid:select';
export const SELECT_PX = 44;

/** The column index of a cell. It is read from `aria-colindex`, because cells out of view are not in the DOM. */
export const columnIndexAt = (cell: Element | null): number => Number(cell?.getAttribute('aria-colindex') ?? 0) - 1;

/** A column for keyboard and pointer handling; may be the checkbox column. A growing column may be wider than `width`. */
export type PlacedColumn = { key: string; width: number; grows?: boolean | undefined };
