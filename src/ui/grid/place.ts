/** Key of the column of checkboxes: before all others, neither moved nor resized nor copied. */
export const SELECT = 'grid:select';
export const SELECT_PX = 44;

/** The place of a header or body cell among them: by its index, because cells that are out of sight are not there. */
export const placeAt = (cell: Element | null): number => Number(cell?.getAttribute('aria-colindex') ?? 0) - 1;

/** A column as keys and pointers meet it: the checkboxes too. */
export type PlaceColumn = { key: string; width: number };
