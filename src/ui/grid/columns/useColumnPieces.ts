import { useMemo } from 'react';
import { type ColumnPiece, piecesOf } from '../pieces.ts';
import { SELECT } from '../place.ts';
import type { Window } from '../useWindow.ts';
import type { Columns } from './useColumns.ts';

/** Those that may stay in sight while the rest is scrolled sideways (`freeze`). */
const FIRST = [0, 1];
/** Up to here all cells are there: what leaving them out saves is not seen. */
const FEW = 14;

/**
 * The columns whose cells are in the DOM, the same for all rows: those of the window, those that stay in place, and those to keep.
 * @param kept keys of cells with the focus or a field
 */
export const useColumnPieces = <Row>(
  { visible, places }: Columns<Row>,
  { left, right }: Window,
  kept: readonly string[],
): readonly ColumnPiece[] => {
  const lefts = useMemo(() => {
    let at = 0;
    return places.map(({ width }) => {
      at += width;
      return at - width;
    });
  }, [places]);
  const own = places.flatMap(({ key, width }, index) => (key === SELECT ? [] : [{ from: lefts[index] ?? 0, width }]));
  const seen = own.map(({ from, width }) => own.length <= FEW || (from + width > left && from < right));
  const first = seen.indexOf(true);
  const pinned = visible.flatMap((column, index) => (column.pinned || kept.includes(column.key) ? [index] : []));
  const pieces = piecesOf(first < 0 ? 0 : first, first < 0 ? 0 : seen.lastIndexOf(true) + 1, [...FIRST, ...pinned], visible.length).map(
    (piece): ColumnPiece => {
      const [from, size] = piece.kind === 'gap' ? [piece.before - piece.size, piece.size] : [piece.index, 1];
      return { ...piece, width: own.slice(from, from + size).reduce((sum, { width }) => sum + width, 0) };
    },
  );
  const key = JSON.stringify(pieces);
  // Rows render again where it is another set of columns or widths, not another array.
  return useMemo((): readonly ColumnPiece[] => JSON.parse(key), [key]);
};
