/** A rendered row or column by index, or a gap of `size` items. */
export type RowRange = { kind: 'shown'; index: number } | { kind: 'gap'; size: number; before: number };
/** In px. */
export type ColumnPiece = RowRange & { width: number };

/** Visible items, and those in `mountedRows` so that a focused cell keeps its focus and an edited one its draft; gaps for all others. */
export const toPieces = (first: number, end: number, mountedRows: readonly number[], count: number): RowRange[] => {
  const indexes = Array.from({ length: end - first }, (_, index) => first + index);
  const mountedOutside = [...new Set(mountedRows)].filter((index) => index >= 0 && index < count && (index < first || index >= end));
  if (mountedOutside.length > 0) {
    indexes.push(...mountedOutside);
    indexes.sort((a, b) => a - b);
  }
  const ranges: RowRange[] = [];
  let next = 0;
  for (const index of indexes) {
    if (index > next) ranges.push({ kind: 'gap', size: index - next, before: index });
    ranges.push({ kind: 'shown', index });
    next = index + 1;
  }
  if (next < count) ranges.push({ kind: 'gap', size: count - next, before: count });
  return ranges;
};
