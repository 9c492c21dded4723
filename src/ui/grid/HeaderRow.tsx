import { type DragEvent, memo, type PointerEvent, useState } from 'react';
import { fill, messages } from '../../../contract/messages.ts';
import { Icon } from '../display/Icon.tsx';
import { angleDown, sortAlt, sortDownFill, sortUpFill } from '../display/icons.ts';
import { SELECT } from './place.ts';
import { SelectAll, type SelectionState } from './selection/SelectAll.tsx';
import type { GridColumn, GridSort } from './types.ts';

export type HeaderRowProps = {
  columns: readonly Pick<GridColumn<never>, 'key' | 'header' | 'align' | 'sortable' | 'pinned' | 'wraps'>[];
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
const ariaSort = { asc: 'ascending', desc: 'descending' } as const;
const sortIcon = { asc: sortUpFill, desc: sortDownFill } as const;

function HeaderRowView(props: HeaderRowProps) {
  const { columns, widths, sort, activeKey, hintId, selected, onSelectAll, onMenu, onMenuIntent, onSort, onDrop, onResizeStart } = props;
  const [dragged, setDragged] = useState<string | null>(null);
  const [mark, setMark] = useState<DropMark | null>(null);
  const end = () => {
    setDragged(null);
    setMark(null);
  };
  const trackDrop = (event: DragEvent<HTMLElement>, key: string) => {
    if (dragged === null) return;
    event.preventDefault();
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const side = event.clientX < left + width / 2 ? 'before' : 'after';
    if (mark?.key !== key || mark.side !== side) setMark({ key, side });
  };
  const firstIndex = selected === null ? 1 : 2;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: laid out as a flex container, it is no row to every browser.
    <tr role="row" aria-rowindex={1} className="grid-header">
      {selected !== null && <SelectAll selected={selected} active={activeKey === SELECT} onToggle={onSelectAll} />}
      {columns.map(({ key, header, align, sortable, pinned, wraps }, index) => {
        const direction = sort?.key === key ? sort.direction : null;
        return (
          <th
            key={key}
            // biome-ignore lint/a11y/noRedundantRoles: as above.
            role="columnheader"
            scope="col"
            style={{ width: widths[index] }}
            // The menu button is not part of the column's accessible name.
            aria-label={onMenu ? header : undefined}
            aria-colindex={index + firstIndex}
            aria-sort={sortable ? (direction ? ariaSort[direction] : 'none') : undefined}
            aria-describedby={hintId}
            data-key={key}
            data-align={align}
            data-first={index === 0 || undefined}
            data-second={index === 1 || undefined}
            data-pinned={pinned}
            data-drop={mark?.key === key && dragged !== key ? mark.side : undefined}
            data-sortable={sortable || undefined}
            data-wraps={wraps}
            tabIndex={activeKey === key ? 0 : -1}
            onClick={sortable ? () => onSort(key) : undefined}
            onContextMenu={(event) => {
              if (!onMenu) return;
              event.preventDefault();
              onMenu(key);
            }}
            onDragOver={(event) => trackDrop(event, key)}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null && mark) onDrop(dragged, key, mark.side);
              end();
            }}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is for the pointer; the header cell has the keys. */}
            <span
              className="grid-head"
              draggable
              onDragStart={(event) => {
                // Firefox starts no drag without data.
                event.dataTransfer.setData('text/plain', header);
                event.dataTransfer.effectAllowed = 'move';
                setDragged(key);
              }}
              onDragEnd={end}
            >
              <span className="grid-head-text">{header}</span>
              {sortable && (
                <Icon svg={direction ? sortIcon[direction] : sortAlt} className={direction ? 'grid-sort grid-sorted' : 'grid-sort'} />
              )}
            </span>
            {onMenu && (
              <button
                type="button"
                className="grid-menu"
                tabIndex={-1}
                aria-label={fill(messages.grid.menu, { column: header })}
                aria-haspopup="menu"
                onPointerEnter={onMenuIntent}
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
              onPointerDown={(event) => onResizeStart(key, event)}
            />
          </th>
        );
      })}
      <td className="grid-rest" aria-hidden="true" />
    </tr>
  );
}

export const HeaderRow = memo(HeaderRowView);
