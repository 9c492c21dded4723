import { useState } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../Button.tsx';
import { angleLeft, angleRight, minus, plus } from '../../display/icons.ts';
import { Checkbox } from '../../form/Checkbox.tsx';
import type { GridColumn, GridLayout, LayoutChange } from '../types.ts';
import { clampWidth, columnWidth, moveBy, resolveOrder } from './layout.ts';

const STEP_PX = 16;

export type ColumnsMenuProps = {
  columns: readonly Pick<GridColumn<never>, 'key' | 'header' | 'width'>[];
  layout: GridLayout;
  onLayoutChange: (change: LayoutChange) => void;
  /** True if the grid's headers have menus, which make them wider. */
  columnMenu?: boolean;
  /** True if columns have widths; lines of a card have none. */
  sized?: boolean;
};

/** Every column operation that dragging offers, as buttons: for touch, keyboard, and users who cannot drag (WCAG 2.5.7). */
export function ColumnsMenu({ columns, layout, onLayoutChange, columnMenu = false, sized = true }: ColumnsMenuProps) {
  const [announcement, setAnnouncement] = useState('');
  const order = resolveOrder(columns, layout.order);
  const visibleKeys = order.filter((key) => !layout.hidden.includes(key));
  const orderedColumns = order.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const move = (key: string, header: string, delta: -1 | 1) => {
    const newIndex = moveBy(order, visibleKeys, key, delta);
    if (newIndex === null) return;
    onLayoutChange({ type: 'column.move', key, to: newIndex });
    setAnnouncement(
      fill(messages.grid.moved, { column: header, position: visibleKeys.indexOf(key) + delta + 1, count: visibleKeys.length }),
    );
  };
  return (
    <>
      <ul className="grid-columns">
        {orderedColumns.map((column) => {
          const { key, header } = column;
          const visible = visibleKeys.includes(key);
          const index = visibleKeys.indexOf(key);
          const resize = (delta: number) => {
            const width = clampWidth(columnWidth(column, layout.widths, { menu: columnMenu }) + delta);
            onLayoutChange({ type: 'column.resize', key, width });
            setAnnouncement(fill(messages.grid.resized, { column: header, width }));
          };
          const action = (label: string, icon: string, disabled: boolean, onClick: () => void) => (
            <Button
              severity="text"
              size="small"
              icon={icon}
              aria-label={`${label}: ${header}`}
              disabled={disabled || !visible}
              onClick={onClick}
            />
          );
          return (
            <li key={key}>
              <Checkbox
                label={header}
                checked={visible}
                // One column must stay visible, because a grid without headers offers no way back.
                disabled={visible && visibleKeys.length === 1}
                onChange={() => onLayoutChange({ type: visible ? 'column.hide' : 'column.show', key })}
              />
              <span className="grid-column-actions">
                {sized && action(messages.grid.narrower, minus, false, () => resize(-STEP_PX))}
                {sized && action(messages.grid.wider, plus, false, () => resize(STEP_PX))}
                {action(messages.grid.moveLeft, angleLeft, index === 0, () => move(key, header, -1))}
                {action(messages.grid.moveRight, angleRight, index === visibleKeys.length - 1, () => move(key, header, 1))}
              </span>
            </li>
          );
        })}
      </ul>
      <Button severity="secondary" className="grid-columns-reset" onClick={() => onLayoutChange({ type: 'layout.reset' })}>
        {messages.grid.reset}
      </Button>
      <div className="p-hidden-accessible" role="status">
        {announcement}
      </div>
    </>
  );
}
