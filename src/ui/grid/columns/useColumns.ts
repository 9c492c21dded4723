import { useCallback, useMemo } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { type PlacedColumn, SELECT_COLUMN, SELECT_PX } from '../place.ts';
import type { GridProps } from '../types.ts';
import { clampWidth, columnWidth, figureWidth, moveBeside, moveBy, resolveOrder, visibleColumns } from './layout.ts';

const RESIZE_STEP_PX = 16;

/** The visible columns, their widths, and functions that move and resize them; announces each change. */
export const useColumns = <Row>(props: GridProps<Row>, announce: (text: string) => void) => {
  const { columns, rows, layout, onLayoutChange, columnMenu = false, dense = false, selection } = props;
  const isSelectable = selection !== undefined;
  const visible = useMemo(
    () =>
      visibleColumns(columns, layout.order, layout.hidden).map((column) =>
        column.grows && layout.widths[column.key] !== undefined ? { ...column, grows: false } : column,
      ),
    [columns, layout.order, layout.hidden, layout.widths],
  );
  const placedColumns = useMemo((): PlacedColumn[] => {
    const widthsPx = visible.map((column) => {
      const { figure } = column;
      const minWidth = figure ? figureWidth(rows.map(figure), dense) : 0;
      return {
        key: column.key,
        grows: column.grows,
        width: Math.max(minWidth, columnWidth(column, layout.widths, { menu: columnMenu, dense })),
      };
    });
    return isSelectable ? [{ key: SELECT_COLUMN, width: SELECT_PX }, ...widthsPx] : widthsPx;
  }, [visible, layout.widths, columnMenu, dense, isSelectable, rows]);
  const widthsKey = placedColumns.flatMap(({ key, width }) => (key === SELECT_COLUMN ? [] : [width])).join(' ');
  /** Widths of the visible columns without the checkboxes, px; the array is stable by content. */
  const widths = useMemo((): readonly number[] => (widthsKey === '' ? [] : widthsKey.split(' ').map(Number)), [widthsKey]);
  const headerOf = useCallback((key: string) => columns.find((column) => column.key === key)?.header ?? key, [columns]);
  const move = useCallback(
    (key: string, to: number | null) => {
      if (to === null) return;
      onLayoutChange({ type: 'column.move', key, to });
      const order = resolveOrder(columns, layout.order).filter((otherKey) => otherKey !== key);
      order.splice(to, 0, key);
      const visibleKeys = order.filter((otherKey) => !layout.hidden.includes(otherKey));
      announce(fill(messages.grid.moved, { column: headerOf(key), position: visibleKeys.indexOf(key) + 1, count: visibleKeys.length }));
    },
    [columns, layout.order, layout.hidden, onLayoutChange, headerOf, announce],
  );
  const resize = useCallback(
    (key: string, width: number) => {
      const px = clampWidth(width);
      onLayoutChange({ type: 'column.resize', key, width: px });
      announce(fill(messages.grid.resized, { column: headerOf(key), width: px }));
    },
    [onLayoutChange, headerOf, announce],
  );
  const drop = useCallback(
    (key: string, target: string, side: 'before' | 'after') => {
      move(key, moveBeside(resolveOrder(columns, layout.order), key, target, side));
    },
    [columns, layout.order, move],
  );
  /** The index one visible column to the left or right; null at the end. */
  const neighbour = (key: string, delta: -1 | 1): number | null =>
    moveBy(
      resolveOrder(columns, layout.order),
      visible.map((column) => column.key),
      key,
      delta,
    );
  /** @param shownPx the width on the screen, which is larger if the column grows */
  const step = (key: string, delta: -1 | 1, shownPx: number): void => {
    const width = placedColumns.find((column) => column.key === key)?.width;
    if (width !== undefined) resize(key, Math.max(width, shownPx) + delta * RESIZE_STEP_PX);
  };
  return { visible, places: placedColumns, widths, headerOf, move, resize, drop, neighbour, step };
};

export type Columns<Row> = ReturnType<typeof useColumns<Row>>;
