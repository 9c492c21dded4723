import type { FocusEvent, MouseEvent } from 'react';
import type { GridKeys } from './gridKeys.ts';
import { placeAt, SELECT } from './place.ts';

const PRIMARY = 1;

/** Pointer events of all cells, handled once for the whole table. */
export const gridPointer = <Row>({ props, columns, focus, editing, range }: Omit<GridKeys<Row>, 'scroller' | 'rowHeight' | 'openMenu'>) => {
  const { places } = columns;
  const { active, choose, press } = focus;
  const placeOf = (event: MouseEvent): { row: Row; index: number; key: string; control: Element | null } | null => {
    if (!(event.target instanceof Element)) return null;
    const cell = event.target.closest('td');
    const index = Number(event.target.closest('tr')?.dataset.row ?? -1);
    const row = props.rows[index];
    const key = places[placeAt(cell)]?.key;
    const control = event.target.closest('button, a, input, select, textarea');
    return row === undefined || key === undefined ? null : { row, index, key, control };
  };
  const onFocus = (event: FocusEvent) => {
    if (!(event.target instanceof HTMLTableCellElement) || !event.target.matches('th')) return;
    const key = places[placeAt(event.target)]?.key;
    if (key !== undefined && (active.row !== -1 || active.key !== key)) choose({ row: -1, key });
  };
  const onMouseDown = (event: MouseEvent) => {
    const place = placeOf(event);
    if (!place) return;
    const to = { row: place.index, key: place.key };
    if (place.key === SELECT) {
      // Keeps focus in the cell, so the keyboard continues from it.
      event.preventDefault();
      press(to);
      return;
    }
    if (place.control) return;
    if (event.target instanceof Element && event.target.matches('.grid-fill')) {
      event.preventDefault();
      range.startFill();
      return;
    }
    if (event.shiftKey && range.extend(to)) {
      event.preventDefault();
      return;
    }
    range.clear();
    if (event.button === 0) range.press();
    press(to);
  };
  const onMouseOver = (event: MouseEvent) => {
    if (range.filling) {
      const over = placeOf(event);
      if (over) range.fillOver(over.index);
      return;
    }
    if (!range.isHeld()) return;
    if (event.buttons !== PRIMARY) {
      range.release();
      return;
    }
    const place = placeOf(event);
    if (place && place.key !== SELECT && (place.index !== active.row || place.key !== active.key)) {
      range.extend({ row: place.index, key: place.key });
    }
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const place = placeOf(event);
    if (!place) return;
    if (place.key === SELECT) {
      // For touch, the whole cell counts as its checkbox.
      if (!place.control) props.selection?.onToggle(props.rowKey(place.row), event.shiftKey);
      return;
    }
    // Touch has no double click: a tap edits or opens.
    const tap = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch' && !place.control;
    if (tap && editing.start({ row: place.index, key: place.key }, null)) return;
    if (tap || place.control?.matches('.grid-open') || isPlainClick(event, place.control)) props.onRowOpen?.(place.row);
  };
  /** True if the click has no other purpose; selecting text by dragging does not open the row. */
  const isPlainClick = (event: MouseEvent, control: Element | null): boolean =>
    !control && !props.copy && !props.editorOf && !event.shiftKey && window.getSelection()?.isCollapsed !== false;
  const onDoubleClick = (event: MouseEvent) => {
    const place = placeOf(event);
    if (!place || place.control || place.key === SELECT) return;
    const edits = editing.start({ row: place.index, key: place.key }, null);
    if (!edits && (props.copy || props.editorOf)) props.onRowOpen?.(place.row);
  };
  return { onFocus, onMouseDown, onMouseOver, onClick, onDoubleClick };
};
