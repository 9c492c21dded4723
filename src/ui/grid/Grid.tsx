import './grid.css';
import './cells.css';
import { type CSSProperties, Suspense, useContext, useEffect, useId, useRef, useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { AddedRowHeight } from '../support/addedRowHeight.ts';
import { lazyComponent } from '../support/later.tsx';
import { type KeyRow, usePageKeys } from '../support/pageKeys.ts';
import { useIntent } from '../support/useIntent.ts';
import { BodyRow } from './BodyRow.tsx';
import { useColumnPieces } from './columns/useColumnPieces.ts';
import { useColumns } from './columns/useColumns.ts';
import { useResize } from './columns/useResize.ts';
import { useBlock } from './editing/useBlock.tsx';
import { useEditing } from './editing/useEditing.tsx';
import { gridKeys } from './gridKeys.ts';
import { gridPointer } from './gridPointer.ts';
import { HeaderRow } from './HeaderRow.tsx';
import { encodeMarks, encodeNotes, isStuck } from './marks.ts';
import { toPieces } from './pieces.ts';
import { placeAt, SELECT, SELECT_PX } from './place.ts';
import { Skeletons } from './Skeletons.tsx';
import { useRange } from './selection/useRange.ts';
import { useSelection } from './selection/useSelection.ts';
import { Tooltip } from './Tooltip.tsx';
import type { GridProps } from './types.ts';
import { useActiveCell } from './useActiveCell.ts';
import { useEnd } from './useEnd.ts';
import { useOpenRow } from './useOpenRow.ts';
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

/**
 * The product's only table: windowed rows of equal height, a sticky header, columns moved and resized by pointer or keyboard, cells edited
 * in place, the grid pattern of WAI-ARIA APG. It owns only focus, the selected range and the draft of an edit; rows, order, widths, sort,
 * selection and the edited cell are props.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { rows, rowKey, onRowOpen, rowLabel, selection, copy, firstRowIndex = 0 } = props;
  const rowHeight = (props.rowHeight ?? ROW_HEIGHT) + useContext(AddedRowHeight);
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const hintId = useId();
  const [announcement, announce] = useState('');
  const [menu, openMenu] = useState<string | null>(null);
  usePageKeys(tableKeys);
  usePageKeys(copy ? copyKeys : noKeys);
  usePageKeys(selection ? selectionKeys : noKeys);
  usePageKeys(props.columnMenu ? menuKeys : noKeys);
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
  useEnd(props.onEnd, isWaiting ? null : `${rows.length} ${firstKey}`, [first, end], rows.length);

  // A new page starts at the top.
  const lastFirstRow = useRef(firstRowIndex);
  useEffect(() => {
    // Setting it forces a layout, so it is skipped if already at the top.
    const box = lastFirstRow.current === firstRowIndex ? null : scroller.current;
    if (box) box.scrollTop = 0;
    if (box && props.flows && box.getBoundingClientRect().top < 0) box.scrollIntoView();
    lastFirstRow.current = firstRowIndex;
  }, [firstRowIndex, props.flows]);

  useOpenRow(props, focus);
  useIntent(table, 'tr[data-row]', ({ dataset }) => {
    const row = rows[Number(dataset.row)];
    if (row !== undefined) props.onRowIntent?.(row);
  });
  const grid = { props, columns, focus, editing, range, block };
  const { onMouseOver, ...pointer } = gridPointer(grid);
  const getTip = (cell: HTMLTableCellElement): string | null => {
    const row = rows[Number((cell.parentElement as HTMLElement).dataset.row ?? -1)];
    const key = places[placeAt(cell)]?.key;
    const column = visible.find((candidate) => candidate.key === key);
    if (row === undefined || !column) return null;
    // A truncated value comes first in full, then the screen's own tip.
    const clippedText = cell.scrollWidth > cell.clientWidth || column.text(row).includes('\n') ? column.text(row) : '';
    const mark = props.cellMark?.(row, column.key);
    const note = mark === undefined ? '' : (props.cellNote?.(row, column.key) ?? '');
    const stuck = mark && isStuck(mark) ? messages.grid[mark] : '';
    const misfit = props.rowMark?.(row) === 'misfit' ? messages.grid.misfitTip : '';
    return [clippedText, note, stuck, misfit, column.tip?.(row) ?? ''].filter(Boolean).join('\n') || null;
  };

  const mountedRows = [active.row, editing.index];
  const pieces = useColumnPieces(columns, renderWindow, [active.key, editing.key ?? '']);
  const total = props.total === undefined ? rows.length : props.total;
  const frozen = places.find(({ key }) => key !== SELECT)?.width ?? 0;
  const style: CSSProperties & Record<'--grid-row' | '--grid-first', string> = {
    '--grid-row': `${rowHeight}px`,
    '--grid-first': `${frozen + (selection ? SELECT_PX : 0)}px`,
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
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table may be a grid.
          role="grid"
          className="grid"
          aria-label={props.label}
          aria-busy={isWaiting}
          aria-rowcount={total === null ? -1 : total + 1}
          aria-colcount={places.length}
          aria-multiselectable={selection || copy ? true : undefined}
          data-copy={copy || undefined}
          data-freeze={props.freeze}
          data-menu={props.columnMenu || undefined}
          data-dense={props.dense || undefined}
          data-select={selection ? true : undefined}
          style={{ width: places.reduce((totalWidth, column) => totalWidth + column.width, 0) }}
          onKeyDown={gridKeys({ ...grid, scroller, rowHeight, openMenu })}
          onCopy={copy ? range.onCopy : undefined}
          onPaste={props.onCellsWrite ? block.onPaste : undefined}
          data-filling={range.filling || undefined}
          data-opens={(onRowOpen && !copy && !props.editorOf) || undefined}
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
            {toPieces(first, end, mountedRows, rows.length).map((piece) => {
              if (piece.kind === 'gap') {
                return (
                  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus.
                  <tr key={gapKey(piece.before, rows.length, mountedRows)} aria-hidden="true">
                    <td className="grid-gap" style={{ height: piece.size * rowHeight }} colSpan={places.length + 1} />
                  </tr>
                );
              }
              const { index } = piece;
              const row = rows[index] as Row;
              const key = rowKey(row);
              const marks = props.cellMark ? encodeMarks(row, visible, props.cellMark) : '';
              return (
                <BodyRow
                  key={key}
                  row={row}
                  index={index}
                  ariaIndex={firstRowIndex + index + 2}
                  columns={visible}
                  pieces={pieces}
                  activeKey={index === active.row ? active.key : null}
                  openLabel={onRowOpen && rowLabel ? rowLabel(row) : null}
                  openHref={onRowOpen && props.rowHref ? props.rowHref(row) : null}
                  selectLabel={selection ? selection.label(row) : null}
                  selected={selection?.selected.has(key) ?? false}
                  onSelect={onSelect}
                  range={range.inRow(index)}
                  fillKey={props.onCellsWrite && index === range.block?.bottom ? (visible[range.block.right]?.key ?? null) : null}
                  open={props.openRow === key}
                  mark={props.rowMark?.(row)}
                  marks={marks}
                  notes={encodeNotes(row, visible, marks, props.cellNote)}
                  editKey={index === editing.index ? editing.key : null}
                  editor={index === editing.index ? editing.field : null}
                />
              );
            })}
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
            say={announce}
            onClose={() => openMenu(null)}
          />
        </Suspense>
      )}
      {block.dialog}
      <Tooltip table={table} tipOf={getTip} />
      <p id={hintId} hidden>
        {props.columnMenu ? `${messages.grid.reorderHint}, ${messages.grid.menuHint}` : messages.grid.reorderHint}
      </p>
      <div className="p-hidden-accessible" role="status">
        {announcement}
      </div>
    </div>
  );
}
