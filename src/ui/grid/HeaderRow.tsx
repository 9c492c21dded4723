import { type DragEvent, memo, type PointerEvent, useState } from 'react';
import { fill, messages } from '../../../contract/messages.ts';
import { Icon } from '../display/Icon.tsx';
import { angleDown, sortAlt, sortDownFill, sortUpFill } from '../display/icons.ts';
import { SELECT_COLUMN } from './place.ts';
import { SelectAll, type SelectionState } from './selection/SelectAll.tsx';
import type { GridColumn, GridSort } from './types.ts';

export type HeaderRowProps = {
  columns: readonly Pick<GridColumn<never>, 'key' | 'header' | 'align' | 'grows' | 'sortable' | 'pinned' | 'wraps'>[];
  sort: GridSort;
  /** The width of each column, px. */
  widths: readonly number[];
  /** The key of the tabbable header cell. */
  activeKey: string | null;
  hintId: string;
  /** Whether all, some or no rows are selected; null in a grid without checkboxes. */
  selected: SelectionState | null;
  onSelectAll: () => void;
  /** Opens the column's menu; null in a grid without column menus. */
  onMenu: ((key: string) => void) | null;
  /** Called when the pointer is on a menu button, to prefetch the menu. */
  onMenuIntent: () => void;
  onSort: (key: string) => void;
  onDrop: (key: string, target: string, side: 'before' | 'after') => void;
  onResizeStart: (key: string, event: PointerEvent<HTMLElement>) => void;
};

type DropMark = { key: string; side: 'before' | 'after' };
const ariaSort = { asc: 'ascending', desc: 'descending', none: 'none' } as const;
const sortIcon = { asc: sortUpFill, desc: sortDownFill } as const;

type HeaderCellProps = Pick<HeaderRowProps, 'hintId' | 'onMenu' | 'onMenuIntent' | 'onSort' | 'onResizeStart'> & {
  column: HeaderRowProps['columns'][number];
  /** The index among the columns. */
  index: number;
  ariaIndex: number;
  width: number | undefined;
  direction: 'asc' | 'desc' | null;
  isActive: boolean;
  dropSide: 'before' | 'after' | undefined;
  drag: {
    onStart: (key: string) => void;
    onOver: (event: DragEvent<HTMLElement>, key: string) => void;
    onDrop: (key: string) => void;
    onEnd: () => void;
  };
};

function HeaderCell(props: HeaderCellProps) {
  const { column, index, direction, drag, onMenu, onSort } = props;
  const { key, header, align, grows, sortable, pinned, wraps } = column;
  return (
    <th
      // biome-ignore lint/a11y/noRedundantRoles: some browsers do not treat a flex container as a header.
      role="columnheader"
      scope="col"
      style={{ width: props.width }}
      // Without the label, the menu button would become part of the column's accessible name.
      aria-label={onMenu ? header : undefined}
      aria-colindex={props.ariaIndex}
      aria-sort={sortable ? ariaSort[direction ?? 'none'] : undefined}
      aria-describedby={props.hintId}
      data-key={key}
      data-align={align}
      data-grows={grows || undefined}
      data-first={index === 0 || undefined}
      data-second={index === 1 || undefined}
      data-pinned={pinned}
      data-drop={props.dropSide}
      data-sortable={sortable || undefined}
      data-wraps={wraps}
      tabIndex={props.isActive ? 0 : -1}
      onClick={sortable ? () => onSort(key) : undefined}
      onContextMenu={(event) => {
        if (!onMenu) return;
        event.preventDefault();
        onMenu(key);
      }}
      onDragOver={(event) => drag.onOver(event, key)}
      onDrop={(event) => {
        event.preventDefault();
        drag.onDrop(key);
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is for the pointer; the header cell handles the keys. */}
      <span
        className="grid-head"
        draggable
        onDragStart={(event) => {
          // Firefox does not start a drag without data.
          event.dataTransfer.setData('text/plain', header);
          event.dataTransfer.effectAllowed = 'move';
          drag.onStart(key);
        }}
        onDragEnd={drag.onEnd}
      >
        <span className="grid-head-text">{header}</span>
        {sortable && <Icon svg={direction ? sortIcon[direction] : sortAlt} className={direction ? 'grid-sort grid-sorted' : 'grid-sort'} />}
      </span>
      {onMenu && (
        <button
          type="button"
          className="grid-menu"
          tabIndex={-1}
          aria-label={fill(messages.grid.menu, { column: header })}
          aria-haspopup="menu"
          onPointerEnter={props.onMenuIntent}
          onClick={(event) => {
            event.stopPropagation();
            onMenu(key);
          }}
        >
          <Icon svg={angleDown} />
        </button>
      )}
      <span
        className="grid-resize"
        aria-hidden="true"
        title={fill(messages.grid.resize, { column: header })}
        onClick={(event) => event.stopPropagation()}
        onPointerDown={(event) => props.onResizeStart(key, event)}
      />
    </th>
  );
}

function HeaderRowView(props: HeaderRowProps) {
  const { columns, widths, sort, activeKey, selected, onSelectAll, onDrop, ...shared } = props;
  const [draggedKey, setDraggedKey] = useState<string | null>(null);
  const [dropMark, setDropMark] = useState<DropMark | null>(null);
  const end = () => {
    setDraggedKey(null);
    setDropMark(null);
  };
  const drag = {
    onStart: setDraggedKey,
    onOver: (event: DragEvent<HTMLElement>, key: string) => {
      if (draggedKey === null) return;
      event.preventDefault();
      const { left, width } = event.currentTarget.getBoundingClientRect();
      const side = event.clientX < left + width / 2 ? 'before' : 'after';
      if (dropMark?.key !== key || dropMark.side !== side) setDropMark({ key, side });
    },
    onDrop: (key: string) => {
      if (draggedKey !== null && dropMark) onDrop(draggedKey, key, dropMark.side);
      end();
    },
    onEnd: end,
  };
  const firstIndex = selected === null ? 1 : 2;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: some browsers do not treat a flex container as a row.
    <tr role="row" aria-rowindex={1} className="grid-header">
      {selected !== null && <SelectAll selected={selected} active={activeKey === SELECT_COLUMN} onToggle={onSelectAll} />}
      {columns.map((column, index) => (
        <HeaderCell
          key={column.key}
          {...shared}
          column={column}
          index={index}
          ariaIndex={index + firstIndex}
          width={widths[index]}
          direction={sort?.key === column.key ? sort.direction : null}
          isActive={activeKey === column.key}
          dropSide={dropMark?.key === column.key && draggedKey !== column.key ? dropMark.side : undefined}
          drag={drag}
        />
      ))}
      <td className="grid-rest" aria-hidden="true" />
    </tr>
  );
}

export const HeaderRow = memo(HeaderRowView);
