import type { FocusEvent, MouseEvent as ReactMouseEvent } from 'react';
import type { GridKeys } from './gridKeys.ts';
import { columnIndexAt, SELECT_COLUMN } from './place.ts';

const PRIMARY_BUTTON = 1;

const MIDDLE_BUTTON = 1;

/** Opens the link behind the clicked text in another tab; false if there is no link. */
const openInTab = ({ target }: ReactMouseEvent): boolean => {
  const link = target instanceof Element ? target.closest('td')?.querySelector('a.grid-open') : null;
  // Each platform has its own key for it.
  link?.dispatchEvent(new MouseEvent('click', { ctrlKey: true, metaKey: true, cancelable: true }));
  return Boolean(link);
};

/** Pointer events of all cells, handled once for the whole table. */
export const gridPointer = <Row>({ props, columns, focus, editing, range }: Omit<GridKeys<Row>, 'scroller' | 'rowHeight' | 'openMenu'>) => {
  const { places } = columns;
  const { active, choose, press } = focus;
  const locateCell = (event: ReactMouseEvent): { row: Row; index: number; key: string; control: Element | null } | null => {
    if (!(event.target instanceof Element)) return null;
    const cell = event.target.closest('td');
    const index = Number(event.target.closest('tr')?.dataset.row ?? -1);
    const row = props.rows[index];
    const key = places[columnIndexAt(cell)]?.key;
    const control = event.target.closest('button, a, input, select, textarea');
    return row === undefined || key === undefined ? null : { row, index, key, control };
  };
  const onFocus = (event: FocusEvent) => {
    if (!(event.target instanceof HTMLTableCellElement) || !event.target.matches('th')) return;
    const key = places[columnIndexAt(event.target)]?.key;
    if (key !== undefined && (active.row !== -1 || active.key !== key)) choose({ row: -1, key });
  };
  const onMouseDown = (event: ReactMouseEvent) => {
    const target = locateCell(event);
    if (!target) return;
    const nextCell = { row: target.index, key: target.key };
    if (target.key === SELECT_COLUMN) {
      // Keeps focus in the cell, so the keyboard continues from it.
      event.preventDefault();
      press(nextCell);
      return;
    }
    if (target.control) return;
    if (event.target instanceof Element && event.target.matches('.grid-fill')) {
      event.preventDefault();
      range.startFill();
      return;
    }
    if (event.shiftKey && range.extend(nextCell)) {
      event.preventDefault();
      return;
    }
    range.clear();
    if (event.button === 0) range.press();
    press(nextCell);
  };
  const onMouseOver = (event: ReactMouseEvent) => {
    if (range.filling) {
      const hovered = locateCell(event);
      if (hovered) range.fillOver(hovered.index);
      return;
    }
    if (!range.isHeld()) return;
    if (event.buttons !== PRIMARY_BUTTON) {
      range.release();
      return;
    }
    const target = locateCell(event);
    if (target && target.key !== SELECT_COLUMN && (target.index !== active.row || target.key !== active.key)) {
      range.extend({ row: target.index, key: target.key });
    }
  };
  const onClick = (event: ReactMouseEvent<HTMLElement>) => {
    const target = locateCell(event);
    if (!target) return;
    if (target.key === SELECT_COLUMN) {
      // For touch, the whole cell counts as its checkbox.
      if (!target.control) props.selection?.onToggle(props.rowKey(target.row), event.shiftKey);
      return;
    }
    // Touch has no double click, so a tap edits or opens.
    const isTap = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch' && !target.control;
    if (isTap && editing.start({ row: target.index, key: target.key }, null)) return;
    if (!target.control && (event.ctrlKey || event.metaKey) && openInTab(event)) return;
    const isOpening = target.control?.matches('.grid-open') === true;
    // The browser opens the link in another tab or window.
    if (isOpening && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    if (isOpening) event.preventDefault();
    if (isTap || isOpening || isPlainClick(event, target.control)) props.onRowOpen?.(target.row);
  };
  const onAuxClick = (event: ReactMouseEvent) => {
    if (event.button === MIDDLE_BUTTON && !locateCell(event)?.control) openInTab(event);
  };
  /** True if the click has no other purpose; selecting text by dragging does not open the row. */
  const isPlainClick = (event: ReactMouseEvent, control: Element | null): boolean =>
    !control && !props.copy && !props.editorOf && !event.shiftKey && window.getSelection()?.isCollapsed !== false;
  const onDoubleClick = (event: ReactMouseEvent) => {
    const target = locateCell(event);
    if (!target || target.control || target.key === SELECT_COLUMN) return;
    const hasStarted = editing.start({ row: target.index, key: target.key }, null);
    if (!hasStarted && (props.copy || props.editorOf)) props.onRowOpen?.(target.row);
  };
  return { onFocus, onMouseDown, onMouseOver, onClick, onAuxClick, onDoubleClick };
};
