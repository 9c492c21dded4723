/** The key of the checkbox column: always first, never moved, resized or copied. */
export const SELECT = 'grid:select';
export const SELECT_PX = 44;

/** The column position of a cell, from its `aria-colindex`, because cells out of view are not in the DOM. */
export const placeAt = (cell: Element | null): number => Number(cell?.getAttribute('aria-colindex') ?? 0) - 1;

/** A column for keyboard and pointer, including the checkboxes. */
export type PlaceColumn = { key: string; width: number };
