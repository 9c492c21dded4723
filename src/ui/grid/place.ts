/** Key of the column of checkboxes: before all others, neither moved nor resized nor copied. */
export const SELECT = 'grid:select';
export const SELECT_PX = 44;

/** A column as keys and pointers meet it: the checkboxes too. */
export type PlaceColumn = { key: string; width: number };
