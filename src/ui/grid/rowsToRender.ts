/** What the body holds: rows by index, and gaps of so many rows between them. */
export type Piece = { kind: 'row'; index: number } | { kind: 'gap'; rows: number; before: number };

/** The window's rows and those to keep (the one with the focus would lose it, the edited one its draft), with gaps for all others. */
export const piecesOf = (first: number, end: number, keep: readonly number[], count: number): Piece[] => {
  const indexes = Array.from({ length: end - first }, (_, index) => first + index);
  const outside = [...new Set(keep)].filter((index) => index >= 0 && index < count && (index < first || index >= end));
  if (outside.length > 0) {
    indexes.push(...outside);
    indexes.sort((a, b) => a - b);
  }
  const pieces: Piece[] = [];
  let next = 0;
  for (const index of indexes) {
    if (index > next) pieces.push({ kind: 'gap', rows: index - next, before: index });
    pieces.push({ kind: 'row', index });
    next = index + 1;
  }
  if (next < count) pieces.push({ kind: 'gap', rows: count - next, before: count });
  return pieces;
};
