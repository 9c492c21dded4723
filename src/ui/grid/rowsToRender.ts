/** What the body holds: rows by index, and gaps of so many rows between them. */
export type Piece = { kind: 'row'; index: number } | { kind: 'gap'; rows: number; before: number };

/** The window's rows and the one with the focus (taken out of the DOM it would lose it), with gaps for all others. */
export const piecesOf = (first: number, end: number, active: number, count: number): Piece[] => {
  const indexes = Array.from({ length: end - first }, (_, index) => first + index);
  if (active >= 0 && active < first) indexes.unshift(active);
  if (active >= end && active < count) indexes.push(active);
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
