import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { Icon } from '../../display/Icon.tsx';
import { angleDown, angleLeft, angleRight, minus, sortDownFill, sortUpFill, table as tableIcon, times } from '../../display/icons.ts';
import { Menu } from '../../menu/Menu.tsx';
import type { MenuItem } from '../../menu/types.ts';
import { useLatest } from '../../support/useLatest.ts';
import type { GridColumn, GridProps } from '../types.ts';
import type { ActiveCell } from '../useActiveCell.ts';
import type { Columns } from './useColumns.ts';

type ColumnMenuProps = {
  grid: Pick<GridProps<never>, 'sort' | 'onSortTo' | 'layout' | 'onLayoutChange'>;
  columns: Pick<Columns<never>, 'headerOf' | 'move' | 'neighbour'> & { visible: readonly Pick<GridColumn<never>, 'key' | 'sortable'>[] };
  /** The key of the column whose menu is open. */
  column: string;
  table: RefObject<HTMLTableElement | null>;
  go: (cell: ActiveCell) => void;
  announce: (text: string) => void;
  onClose: () => void;
};

const createItems = ({ grid, columns, column: key, go, announce }: ColumnMenuProps): MenuItem[] => {
  const { visible, headerOf, move, neighbour } = columns;
  const t = messages.grid;
  const column = headerOf(key);
  const index = visible.findIndex((candidate) => candidate.key === key);
  const leftNeighbour = neighbour(key, -1);
  const rightNeighbour = neighbour(key, 1);
  const sortable = visible[index]?.sortable === true;
  const sort = (direction: 'asc' | 'desc', label: string, icon: string): MenuItem => ({
    key: direction,
    label,
    icon,
    disabled: !sortable || (grid.sort?.key === key && grid.sort.direction === direction),
    onSelect: () => {
      grid.onSortTo?.(key, direction);
      announce(fill(t.sorted[direction], { column }));
    },
  });
  const hide = () => {
    // Focus moves to the next column, which takes the place of the hidden one.
    const next = visible[index + 1] ?? visible[index - 1];
    grid.onLayoutChange({ type: 'column.hide', key });
    announce(fill(t.hidden, { column }));
    if (next) go({ row: -1, key: next.key });
  };
  const resetWidth = () => {
    grid.onLayoutChange({ type: 'column.resetWidth', key });
    announce(fill(t.widthReset, { column }));
  };
  const resetAll = () => {
    grid.onLayoutChange({ type: 'layout.reset' });
    announce(t.layoutReset);
  };
  return [
    ...(grid.onSortTo ? [sort('asc', t.sortAscending, sortUpFill), sort('desc', t.sortDescending, sortDownFill)] : []),
    { key: 'left', label: t.moveLeft, icon: angleLeft, disabled: leftNeighbour === null, onSelect: () => move(key, leftNeighbour) },
    { key: 'right', label: t.moveRight, icon: angleRight, disabled: rightNeighbour === null, onSelect: () => move(key, rightNeighbour) },
    { key: 'hide', label: t.hide, icon: times, disabled: visible.length === 1, onSelect: hide },
    { key: 'width', label: t.resetWidth, icon: minus, disabled: grid.layout.widths[key] === undefined, onSelect: resetWidth },
    { key: 'reset', label: t.reset, icon: tableIcon, onSelect: resetAll },
  ];
};

/** One menu shared by all columns. It is placed over a column's button, because the header would clip it. */
export default function ColumnMenu(props: ColumnMenuProps) {
  const { column, table, go, onClose } = props;
  const anchor = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const button = table.current?.querySelector(`th[data-key="${CSS.escape(column)}"] .grid-menu`)?.getBoundingClientRect();
    const frame = anchor.current?.parentElement?.getBoundingClientRect();
    if (!button || !frame || !anchor.current) return;
    const { style } = anchor.current;
    style.left = `${Math.max(0, Math.min(button.left - frame.left, frame.width - button.width))}px`;
    style.top = `${button.top - frame.top}px`;
    style.height = `${button.height}px`;
    setOpen(true);
  }, [column, table]);
  const latest = useLatest(onClose);
  useEffect(() => {
    const scroller = table.current?.parentElement;
    const close = () => latest.current();
    scroller?.addEventListener('scroll', close, { passive: true });
    return () => scroller?.removeEventListener('scroll', close);
  }, [table]);
  return (
    <div className="grid-menu-anchor" ref={anchor}>
      <Menu
        label={fill(messages.grid.menu, { column: props.columns.headerOf(column) })}
        trigger={<Icon svg={angleDown} />}
        triggerClass="grid-menu"
        open={open}
        onOpenChange={(next) => {
          if (next) return;
          // Escape and choices return focus to the header; an outside click moves focus itself.
          if (anchor.current?.contains(document.activeElement)) go({ row: -1, key: column });
          onClose();
        }}
        items={createItems(props)}
      />
    </div>
  );
}
