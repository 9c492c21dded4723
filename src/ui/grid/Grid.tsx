import './grid.css';
import './cells.css';
import { type CSSProperties, type RefObject, Suspense, useContext, useEffect, useId, useRef, useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { AddedRowHeight } from '../support/addedRowHeight.ts';
import { lazyComponent } from '../support/later.tsx';
import { type KeyRow, usePageKeys } from '../support/pageKeys.ts';
import { useIntent } from '../support/useIntent.ts';
import { BodyRow, type BodyRowProps } from './BodyRow.tsx';
import { useColumnPieces } from './columns/useColumnPieces.ts';
import { type Columns, useColumns } from './columns/useColumns.ts';
import { useResize } from './columns/useResize.ts';
import { useBlock } from './editing/useBlock.tsx';
import { useEditing } from './editing/useEditing.tsx';
import { type GridKeys, gridKeys } from './gridKeys.ts';
import { gridPointer } from './gridPointer.ts';
import { HeaderRow } from './HeaderRow.tsx';
import { encodeMarks, encodeNotes, isStuck } from './marks.ts';
import { type ColumnPiece, toPieces } from './pieces.ts';
import { columnIndexAt, SELECT_COLUMN, SELECT_PX } from './place.ts';
import { Skeletons } from './Skeletons.tsx';
import { useRange } from './selection/useRange.ts';
import { useSelection } from './selection/useSelection.ts';
import { Tooltip } from './Tooltip.tsx';
import type { GridProps } from './types.ts';
import { useActiveCell } from './useActiveCell.ts';
import { useListEnd } from './useListEnd.ts';
import { useReturnToRow } from './useReturnToRow.ts';
import { useWindow } from './useWindow.ts';

const [ColumnMenu, fetchColumnMenu] = lazyComponent(() => import('./columns/ColumnMenu.tsx'));
const ROW_HEIGHT = 40;
const SKELETON_ROWS = 8;
const t = messages.keys;
const tableKeys: readonly KeyRow[] = [
  ['↑ ↓ ← →', t.move],
  ['Enter', t.enter],
  ['Ctrl + ← →', t.moveColumn],
  ['Shift + ← →', t.resizeColumn],
];
const copyKeys: readonly KeyRow[] = [['Ctrl + C', t.copy]];
const selectionKeys: readonly KeyRow[] = [['Space', t.select]];
const menuKeys: readonly KeyRow[] = [['Alt + ↓', t.columnMenu]];
const noKeys: readonly KeyRow[] = [];

const gapKey = (itemsBefore: number, count: number, mountedRows: readonly number[]): string => {
  if (itemsBefore === count) return 'gap to the end';
  return mountedRows.includes(itemsBefore) ? `gap to the kept row ${mountedRows.indexOf(itemsBefore)}` : 'gap to the window';
};

const toDataAttributes = <Row,>({ copy, freeze, columnMenu, dense, selection, onRowOpen, editorOf }: GridProps<Row>) => ({
  'data-copy': copy || undefined,
  'data-freeze': freeze,
  'data-menu': columnMenu || undefined,
  'data-dense': dense || undefined,
  'data-select': selection ? true : undefined,
  'data-opens': (onRowOpen && !copy && !editorOf) || undefined,
});

/** The tooltip of a cell: its truncated value in full, its marks, and the screen's own text. */
const tipOf = <Row,>(props: GridProps<Row>, { visible, places }: Columns<Row>, cell: HTMLTableCellElement): string | null => {
  const row = props.rows[Number((cell.parentElement as HTMLElement).dataset.row ?? -1)];
  const key = places[columnIndexAt(cell)]?.key;
  const column = visible.find((candidate) => candidate.key === key);
  if (row === undefined || !column) return null;
  const text = column.text(row);
  const clippedText = cell.scrollWidth > cell.clientWidth || text.includes('\n') ? text : '';
  const mark = props.cellMark?.(row, column.key);
  const note = mark === undefined ? '' : (props.cellNote?.(row, column.key) ?? '');
  const stuckText = mark && isStuck(mark) ? messages.grid[mark] : '';
  const misfitText = props.rowMark?.(row) === 'misfit' ? messages.grid.misfitTip : '';
  return [clippedText, note, stuckText, misfitText, column.tip?.(row) ?? ''].filter(Boolean).join('\n') || null;
};

/** Lists the grid's shortcuts in the page's help while it is mounted. */
const useTableKeys = ({ copy, selection, columnMenu }: Pick<GridProps<never>, 'copy' | 'columnMenu'> & { selection?: unknown }): void => {
  usePageKeys(tableKeys);
  usePageKeys(copy ? copyKeys : noKeys);
  usePageKeys(selection ? selectionKeys : noKeys);
  usePageKeys(columnMenu ? menuKeys : noKeys);
};

type GridParts<Row> = Pick<GridKeys<Row>, 'props' | 'columns' | 'focus' | 'editing' | 'range'>;

const renderBodyRow = <Row,>(
  { props, columns: { visible }, focus, editing, range }: GridParts<Row>,
  pieces: readonly ColumnPiece[],
  index: number,
): Omit<BodyRowProps<Row>, 'onSelect'> => {
  const { selection, onRowOpen, rowLabel, rowHref } = props;
  const row = props.rows[index] as Row;
  const key = props.rowKey(row);
  const marks = props.cellMark ? encodeMarks(row, visible, props.cellMark) : '';
  const isEdited = index === editing.index;
  const hasFillHandle = props.onCellsWrite && index === range.block?.bottom;
  return {
    row,
    index,
    ariaIndex: (props.firstRowIndex ?? 0) + index + 2,
    columns: visible,
    pieces,
    activeKey: index === focus.active.row ? focus.active.key : null,
    openLabel: onRowOpen && rowLabel ? rowLabel(row) : null,
    openHref: onRowOpen && rowHref ? rowHref(row) : null,
    selectLabel: selection ? selection.label(row) : null,
    selected: selection?.selected.has(key) ?? false,
    range: range.inRow(index),
    fillKey: (hasFillHandle && visible[range.block?.right ?? -1]?.key) || null,
    open: props.openRow === key,
    mark: props.rowMark?.(row),
    marks,
    notes: encodeNotes(row, visible, marks, props.cellNote),
    editKey: isEdited ? editing.key : null,
    editor: isEdited ? editing.field : null,
  };
};

/** Scrolls to the top when a different page of rows arrives. */
const useTopOfPage = (scroller: RefObject<HTMLDivElement | null>, firstRowIndex: number, flows: boolean): void => {
  const lastFirstRow = useRef(firstRowIndex);
  useEffect(() => {
    // Setting it forces a layout, so it is skipped at the top.
    const box = lastFirstRow.current === firstRowIndex ? null : scroller.current;
    if (box) box.scrollTop = 0;
    if (box && flows && box.getBoundingClientRect().top < 0) box.scrollIntoView();
    lastFirstRow.current = firstRowIndex;
  }, [scroller, firstRowIndex, flows]);
};

/**
 * The only grid component: windowed rows of equal height, a sticky header, columns moved and resized by pointer or keyboard, cells edited in
 * place; it follows the grid pattern of WAI-ARIA APG. It owns only focus, the selected range and the draft of an edit; rows, order, widths,
 * sort, selection and the edited cell are props.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { rows, rowKey, selection, copy, firstRowIndex = 0 } = props;
  const rowHeight = (props.rowHeight ?? ROW_HEIGHT) + useContext(AddedRowHeight);
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const hintId = useId();
  const [announcement, announce] = useState('');
  const [menu, openMenu] = useState<string | null>(null);
  useTableKeys(props);
  const columns = useColumns(props, announce);
  const { visible, places } = columns;
  const renderWindow = useWindow(scroller, rows.length, rowHeight);
  const { first, end } = renderWindow;
  const focus = useActiveCell({ scroller, columns: places, rowCount: rows.length, rowHeight });
  const { active } = focus;
  const range = useRange(props, columns, focus, announce);
  const block = useBlock(props, columns, range, announce);
  const editing = useEditing(props, columns, focus, block);
  const { selected, onSelect, onSelectAll } = useSelection(props);
  const startResize = useResize(table, columns.resize);
  const isWaiting = props.state === 'loading' || props.state === 'stale';
  const firstKey = rows[0] === undefined ? '' : rowKey(rows[0]);
  useListEnd(props.onEnd, isWaiting ? null : `${rows.length} ${firstKey}`, [first, end], rows.length);

  useTopOfPage(scroller, firstRowIndex, props.flows === true);
  useReturnToRow(props, focus);
  useIntent(table, 'tr[data-row]', ({ dataset }) => {
    const row = rows[Number(dataset.row)];
    if (row !== undefined) props.onRowIntent?.(row);
  });
  const grid = { props, columns, focus, editing, range, block };
  const { onMouseOver, ...pointer } = gridPointer(grid);
  const mountedRows = [active.row, editing.index];
  const pieces = useColumnPieces(columns, renderWindow, [active.key, editing.key ?? '']);
  const total = props.total === undefined ? rows.length : props.total;
  const frozenWidth = places.find(({ key }) => key !== SELECT_COLUMN)?.width ?? 0;
  const style: CSSProperties & Record<'--grid-row' | '--grid-first', string> = {
    '--grid-row': `${rowHeight}px`,
    '--grid-first': `${frozenWidth + (selection ? SELECT_PX : 0)}px`,
  };
  if (props.maxHeight !== undefined) style.maxHeight = props.maxHeight;
  return (
    <div className="grid-frame" data-fills={props.fills || undefined} data-flows={props.flows || undefined}>
      <div
        className="grid-scroller"
        ref={scroller}
        style={style}
        data-busy={isWaiting || undefined}
        data-stale={props.state === 'stale' || undefined}
        data-failed={props.state === 'failed' || undefined}
      >
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table may have the role grid.
          role="grid"
          className="grid"
          aria-label={props.label}
          aria-busy={isWaiting}
          aria-rowcount={total === null ? -1 : total + 1}
          aria-colcount={places.length}
          aria-multiselectable={selection || copy ? true : undefined}
          {...toDataAttributes(props)}
          style={{ width: places.reduce((totalWidth, column) => totalWidth + column.width, 0) }}
          onKeyDown={gridKeys({ ...grid, scroller, rowHeight, openMenu })}
          onCopy={copy ? range.onCopy : undefined}
          onPaste={props.onCellsWrite ? block.onPaste : undefined}
          data-filling={range.filling || undefined}
          onMouseOver={copy ? onMouseOver : undefined}
          {...pointer}
        >
          <thead>
            <HeaderRow
              columns={visible}
              widths={columns.widths}
              sort={props.sort}
              activeKey={active.row < 0 ? active.key : null}
              hintId={hintId}
              selected={selected}
              onSelectAll={onSelectAll}
              onMenu={props.columnMenu ? openMenu : null}
              onMenuIntent={fetchColumnMenu}
              onSort={props.onSort}
              onDrop={columns.drop}
              onResizeStart={startResize}
            />
          </thead>
          <tbody>
            {isWaiting && rows.length === 0 && <Skeletons rows={props.skeletonRows ?? SKELETON_ROWS} columns={places} />}
            {toPieces(first, end, mountedRows, rows.length).map((piece) =>
              piece.kind === 'gap' ? (
                // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing inside is focusable.
                <tr key={gapKey(piece.before, rows.length, mountedRows)} aria-hidden="true">
                  <td className="grid-gap" style={{ height: piece.size * rowHeight }} colSpan={places.length + 1} />
                </tr>
              ) : (
                <BodyRow key={rowKey(rows[piece.index] as Row)} {...renderBodyRow(grid, pieces, piece.index)} onSelect={onSelect} />
              ),
            )}
          </tbody>
        </table>
        {!isWaiting && rows.length === 0 && <div className="grid-empty">{props.empty}</div>}
        {props.tail !== undefined && <div className="grid-tail">{props.tail}</div>}
      </div>
      {menu !== null && (
        <Suspense fallback={null}>
          <ColumnMenu
            grid={props}
            columns={columns}
            column={menu}
            table={table}
            go={focus.go}
            announce={announce}
            onClose={() => openMenu(null)}
          />
        </Suspense>
      )}
      {block.dialog}
      <Tooltip table={table} tipOf={(cell) => tipOf(props, columns, cell)} />
      <p id={hintId} hidden>
        {props.columnMenu ? `${messages.grid.reorderHint}, ${messages.grid.menuHint}` : messages.grid.reorderHint}
      </p>
      <div className="p-hidden-accessible" role="status">
        {announcement}
      </div>
    </div>
  );
}
