import type { KeyboardEvent, RefObject } from 'react';
import type { Columns } from './columns/useColumns.ts';
import type { Block } from './editing/useBlock.tsx';
import type { Editing } from './editing/useEditing.tsx';
import { isStuck } from './marks.ts';
import { nextPosition } from './navigate.ts';
import { SELECT_COLUMN } from './place.ts';
import type { GridRange } from './selection/useRange.ts';
import type { GridProps } from './types.ts';
import type { Focus } from './useActiveCell.ts';

export type GridKeys<Row> = {
  props: GridProps<Row>;
  columns: Columns<Row>;
  focus: Focus;
  editing: Editing;
  range: GridRange;
  block: Block;
  scroller: RefObject<HTMLDivElement | null>;
  rowHeight: number;
  openMenu: (key: string) => void;
};

const isMenuKey = ({ key, shiftKey, altKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (shiftKey && key === 'F10') || (altKey && key === 'ArrowDown');
const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;
/** Space selects a row; the page uses / for its search and ? for its shortcuts. */
const reservedKeys = [' ', '/', '?'];
/** Follows the link of the focused cell. */
const followLink = ({ target }: KeyboardEvent): boolean => {
  const link = target instanceof Element ? target.querySelector<HTMLElement>('a[href]') : null;
  link?.click();
  return link !== null;
};
const isCharacter = (event: KeyboardEvent): boolean =>
  [...event.key].length === 1 && !reservedKeys.includes(event.key) && !hasModifier(event);

const columnDirections: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };
/** Space selects a row from any of its cells; the checkbox in the header also reacts to Enter. */
const isSelectKey = ({ key }: KeyboardEvent, active: Focus['active']): boolean => {
  const isBox = active.key === SELECT_COLUMN;
  if (key === ' ') return isBox || active.row >= 0;
  return key === 'Enter' && isBox && active.row < 0;
};

/** Handles keys on a cell: the grid pattern of WAI-ARIA APG, plus this grid's own keys. Each part returns whether it handled the key. */
export const gridKeys = <Row>(grid: GridKeys<Row>) => {
  const { props, columns, focus, editing, range, block, scroller, rowHeight, openMenu } = grid;
  const { visible, places, move, neighbour, step } = columns;
  const { active, go } = focus;
  const row = props.rows[active.row];

  const header = (event: KeyboardEvent): boolean => {
    if (active.row >= 0 || active.key === SELECT_COLUMN) return false;
    const { key } = active;
    if (props.columnMenu && isMenuKey(event)) {
      openMenu(key);
      return true;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      if (visible.find((column) => column.key === key)?.sortable) props.onSort(key);
      return true;
    }
    const direction = columnDirections[event.key];
    if (direction === undefined || event.altKey) return false;
    if (event.ctrlKey || event.metaKey) move(key, neighbour(key, direction));
    else if (event.shiftKey) step(key, direction, event.target instanceof HTMLElement ? event.target.offsetWidth : 0);
    else return false;
    go({ row: -1, key });
    return true;
  };
  const select = (event: KeyboardEvent): boolean => {
    if (!props.selection || hasModifier(event) || !isSelectKey(event, active)) return false;
    if (active.row < 0) props.selection.onToggleAll();
    else if (row !== undefined) props.selection.onToggle(props.rowKey(row), event.shiftKey);
    return true;
  };
  const resolveMark = (event: KeyboardEvent): boolean => {
    const mark = row === undefined || hasModifier(event) ? undefined : props.cellMark?.(row, active.key);
    if (row === undefined || !isStuck(mark)) return false;
    const cell = { rowKey: props.rowKey(row), key: active.key };
    if (event.key === 'Enter') props.onCellRetry?.(cell);
    else if (event.key === 'Escape') {
      props.onCellDiscard?.(cell);
      event.stopPropagation();
    } else return false;
    return true;
  };
  const edit = (event: KeyboardEvent): boolean => {
    if (event.key === 'Enter' || event.key === 'F2') return !hasModifier(event) && !event.shiftKey && editing.start(active, null);
    return isCharacter(event) && editing.start(active, event.key);
  };
  const open = (event: KeyboardEvent): boolean => {
    if (event.key !== 'Enter' || row === undefined) return false;
    if (props.onRowOpen) props.onRowOpen(row);
    else return followLink(event);
    return true;
  };
  const deselect = (event: KeyboardEvent): boolean => {
    if (event.key !== 'Escape' || !range.area) return false;
    range.clear();
    // Escape clears only the selection; a panel around the grid stays open.
    event.stopPropagation();
    return true;
  };
  const moveFocus = (event: KeyboardEvent): boolean => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const column = places.findIndex((place) => place.key === active.key);
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isExtending = shiftKey && props.copy === true && active.row >= 0;
    const keyPress = { key, ctrlKey, metaKey, altKey, shiftKey: shiftKey && !isExtending };
    const target = nextPosition(keyPress, { row: active.row, column }, { rows: props.rows.length, columns: places.length, page });
    if (!target) return false;
    const nextCell = { row: isExtending ? Math.max(0, target.row) : target.row, key: places[target.column]?.key ?? active.key };
    if (isExtending) return range.extend(nextCell);
    range.clear();
    go(nextCell);
    return true;
  };
  return (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('th, td')) return;
    if ([header, select, resolveMark, block.onKey, edit, open, deselect, moveFocus].some((part) => part(event))) event.preventDefault();
  };
};
