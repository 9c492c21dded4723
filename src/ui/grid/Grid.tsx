import './grid.css';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { fill, messages } from '../../../contract/messages.ts';
import { BodyRow } from './BodyRow.tsx';
import { HeaderRow, Widths } from './HeaderRow.tsx';
import { clampWidth, columnWidth, moveBeside, moveBy, resolveOrder, visibleColumns } from './layout.ts';
import { nextPlace } from './navigate.ts';
import { piecesOf } from './rowsToRender.ts';
import { Skeletons } from './Skeletons.tsx';
import type { GridProps } from './types.ts';
import { useActiveCell } from './useActiveCell.ts';
import { useResize } from './useResize.ts';
import { useWindow } from './useWindow.ts';

const ROW_HEIGHT = 40;
const SKELETON_ROWS = 8;
const RESIZE_STEP_PX = 16;

const gapKey = (before: number, count: number, active: number): string =>
  before === count ? 'gap to the end' : before === active ? 'gap to the focus' : 'gap to the window';

/**
 * The one table of the product: windowed rows of equal height, a header that stays, columns moved and resized by pointer or keys,
 * the grid pattern of WAI-ARIA APG. It keeps the focus and nothing else: rows, order, widths and sort come from outside.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { columns, rows, layout, onLayoutChange, onSort, onRowOpen, rowLabel, firstRowIndex = 0, rowHeight = ROW_HEIGHT } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const hintId = useId();
  const [said, setSaid] = useState('');
  const visible = useMemo(() => visibleColumns(columns, layout.order, layout.hidden), [columns, layout.order, layout.hidden]);
  const widths = useMemo(
    () => visible.map((column) => ({ key: column.key, width: columnWidth(column, layout.widths) })),
    [visible, layout.widths],
  );
  const [first, end] = useWindow(scroller, rows.length, rowHeight);
  const { active, choose, go } = useActiveCell({ scroller, columns: widths, rowCount: rows.length, rowHeight });
  const waiting = props.state === 'loading';

  // Another page starts at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index is the reason to run, not a value to read.
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [firstRowIndex]);

  const headerOf = useCallback((key: string) => columns.find((column) => column.key === key)?.header ?? key, [columns]);
  const move = useCallback(
    (key: string, to: number | null) => {
      if (to === null) return;
      onLayoutChange({ type: 'column.move', key, to });
      const order = resolveOrder(columns, layout.order).filter((each) => each !== key);
      order.splice(to, 0, key);
      const shown = order.filter((each) => !layout.hidden.includes(each));
      setSaid(fill(messages.grid.moved, { column: headerOf(key), position: shown.indexOf(key) + 1, count: shown.length }));
    },
    [columns, layout.order, layout.hidden, onLayoutChange, headerOf],
  );
  const resize = useCallback(
    (key: string, width: number) => {
      const px = clampWidth(width);
      onLayoutChange({ type: 'column.resize', key, width: px });
      setSaid(fill(messages.grid.resized, { column: headerOf(key), width: px }));
    },
    [onLayoutChange, headerOf],
  );
  const drop = useCallback(
    (key: string, target: string, side: 'before' | 'after') => {
      move(key, moveBeside(resolveOrder(columns, layout.order), key, target, side));
    },
    [columns, layout.order, move],
  );
  const startResize = useResize(table, resize);

  const headerKey = (event: KeyboardEvent, key: string): boolean => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
    if (event.key === 'Enter' || event.key === ' ') {
      if (visible.find((column) => column.key === key)?.sortable) onSort(key);
      return true;
    }
    if (by === null || event.altKey) return false;
    if (event.ctrlKey || event.metaKey) {
      const shown = visible.map((column) => column.key);
      move(key, moveBy(resolveOrder(columns, layout.order), shown, key, by));
    } else if (event.shiftKey) {
      const width = widths.find((column) => column.key === key)?.width;
      if (width !== undefined) resize(key, width + by * RESIZE_STEP_PX);
    } else return false;
    go({ row: -1, key });
    return true;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    // Keys inside a control of a cell belong to the control.
    if (!(event.target instanceof HTMLElement) || !event.target.matches('th, td')) return;
    if (active.row < 0 && headerKey(event, active.key)) {
      event.preventDefault();
      return;
    }
    const row = rows[active.row];
    if (event.key === 'Enter' && row !== undefined && onRowOpen) {
      event.preventDefault();
      onRowOpen(row);
      return;
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const column = visible.findIndex((each) => each.key === active.key);
    const place = nextPlace(event, { row: active.row, column }, { rows: rows.length, columns: visible.length, page });
    if (!place) return;
    event.preventDefault();
    go({ row: place.row, key: visible[place.column]?.key ?? active.key });
  };

  const onFocus = (event: FocusEvent) => {
    if (!(event.target instanceof HTMLTableCellElement) || !event.target.matches('th')) return;
    const key = visible[event.target.cellIndex]?.key;
    if (key !== undefined && (active.row !== -1 || active.key !== key)) choose({ row: -1, key });
  };
  const placeOf = (event: MouseEvent): { row: Row; index: number; key: string; control: Element | null } | null => {
    if (!(event.target instanceof Element)) return null;
    const cell = event.target.closest('td');
    const index = Number(event.target.closest('tr')?.dataset.row ?? -1);
    const row = rows[index];
    const key = visible[cell?.cellIndex ?? -1]?.key;
    const control = event.target.closest('button, a, input, select, textarea');
    return row === undefined || key === undefined ? null : { row, index, key, control };
  };
  const onMouseDown = (event: MouseEvent) => {
    const place = placeOf(event);
    if (place && !place.control) go({ row: place.index, key: place.key });
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const place = placeOf(event);
    if (!place || !onRowOpen) return;
    // A finger has no double click: a tap opens.
    const tap = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch';
    if (place.control?.matches('.grid-open') || (tap && !place.control)) onRowOpen(place.row);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const place = placeOf(event);
    if (place && !place.control) onRowOpen?.(place.row);
  };

  const total = props.total === undefined ? rows.length : props.total;
  const style: CSSProperties & Record<'--grid-row', string> = { '--grid-row': `${rowHeight}px` };
  if (props.maxHeight !== undefined) style.maxHeight = props.maxHeight;
  return (
    <div className="grid-frame">
      <div className="grid-scroller" ref={scroller} style={style} data-busy={waiting || undefined}>
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table may be a grid.
          role="grid"
          className="grid"
          aria-label={props.label}
          aria-busy={waiting}
          aria-rowcount={total === null ? -1 : total + 1}
          aria-colcount={visible.length}
          style={{ width: widths.reduce((sum, column) => sum + column.width, 0) }}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onMouseDown={onMouseDown}
          onClick={onClick}
          onDoubleClick={onDoubleClick}
        >
          <Widths columns={widths} />
          <thead>
            <HeaderRow
              columns={visible}
              sort={props.sort}
              activeKey={active.row < 0 ? active.key : null}
              hintId={hintId}
              onSort={onSort}
              onDrop={drop}
              onResizeStart={startResize}
            />
          </thead>
          <tbody>
            {waiting && rows.length === 0 && <Skeletons rows={props.skeletonRows ?? SKELETON_ROWS} columns={visible} />}
            {piecesOf(first, end, active.row, rows.length).map((piece) => {
              if (piece.kind === 'gap') {
                return (
                  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus.
                  <tr key={gapKey(piece.before, rows.length, active.row)} aria-hidden="true">
                    <td className="grid-gap" style={{ height: piece.rows * rowHeight }} colSpan={visible.length + 1} />
                  </tr>
                );
              }
              const row = rows[piece.index] as Row;
              return (
                <BodyRow
                  key={props.rowKey(row)}
                  row={row}
                  index={piece.index}
                  ariaIndex={firstRowIndex + piece.index + 2}
                  columns={visible}
                  activeKey={piece.index === active.row ? active.key : null}
                  openLabel={onRowOpen && rowLabel ? rowLabel(row) : null}
                />
              );
            })}
          </tbody>
        </table>
        {!waiting && rows.length === 0 && <div className="grid-empty">{props.empty}</div>}
      </div>
      <p id={hintId} hidden>
        {messages.grid.reorderHint}
      </p>
      <div className="p-hidden-accessible" role="status">
        {said}
      </div>
    </div>
  );
}
