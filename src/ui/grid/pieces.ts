/** The rendered rows or columns by index, with gaps of `size` items between them. */
export type Piece = { kind: 'shown'; index: number } | { kind: 'gap'; size: number; before: number };
/** Width of the piece, px. */
export type ColumnPiece = Piece & { width: number };

/** The visible items and those in `keep` (a focused cell would lose focus, an edited one its draft), with gaps for the rest. */
export const toPieces = (first: number, end: number, keep: readonly number[], count: number): Piece[] => {
  const indexes = Array.from({ length: end - first }, (_, index) => first + index);
  const outside = [...new Set(keep)].filter((index) => index >= 0 && index < count && (index < first || index >= end));
  if (outside.length > 0) {
    indexes.push(...outside);
    indexes.sort((a, b) => a - b);
  }
  const pieces: Piece[] = [];
  let next = 0;
  for (const index of indexes) {
    if (index > next) pieces.push({ kind: 'gap', size: index - next, before: index });
    pieces.push({ kind: 'shown', index });
    next = index + 1;
  }
  if (next < count) pieces.push({ kind: 'gap', size: count - next, before: count });
  return pieces;
};
