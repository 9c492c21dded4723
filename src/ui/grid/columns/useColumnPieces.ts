import { useMemo } from 'react';
import { type ColumnPiece, toPieces } from '../pieces.ts';
import { SELECT_COLUMN } from '../place.ts';
import type { GridWindow } from '../useWindow.ts';
import type { Columns } from './useColumns.ts';

/** Columns that may be sticky while the others scroll sideways (see `freeze` of the grid). */
const STICKY_INDEXES = [0, 1];
/** Up to this many columns, all cells render, because leaving some out would save too little. */
const SMALL_COUNT = 14;

/**
 * The columns whose cells are in the DOM, the same for all rows: visible columns, sticky ones, and those in `mountedKeys`.
 * @param mountedKeys columns of cells with focus or an editor
 */
export const useColumnPieces = <Row>(
  { visible, places }: Columns<Row>,
  { left, right }: GridWindow,
  mountedKeys: readonly string[],
): readonly ColumnPiece[] => {
  const leftOffsets = useMemo(() => {
    let offset = 0;
    return places.map(({ width }) => {
      offset += width;
      return offset - width;
    });
  }, [places]);
  const scrolling = places.flatMap(({ key, width }, index) => (key === SELECT_COLUMN ? [] : [{ from: leftOffsets[index] ?? 0, width }]));
  const inView = scrolling.map(({ from, width }) => scrolling.length <= SMALL_COUNT || (from + width > left && from < right));
  const first = inView.indexOf(true);
  const pinned = visible.flatMap((column, index) => (column.pinned || mountedKeys.includes(column.key) ? [index] : []));
  const pieces = toPieces(
    first < 0 ? 0 : first,
    first < 0 ? 0 : inView.lastIndexOf(true) + 1,
    [...STICKY_INDEXES, ...pinned],
    visible.length,
  ).map((piece): ColumnPiece => {
    const [from, size] = piece.kind === 'gap' ? [piece.before - piece.size, piece.size] : [piece.index, 1];
    return { ...piece, width: scrolling.slice(from, from + size).reduce((total, { width }) => total + width, 0) };
  });
  const key = JSON.stringify(pieces);
  // Stable by content, so rows rerender only for different columns or widths.
  return useMemo((): readonly ColumnPiece[] => JSON.parse(key), [key]);
};
