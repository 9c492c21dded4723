import { useActorRef, useSelector } from '@xstate/react';
import { type ClipboardEvent, useEffect, useMemo, useRef } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { gridSelectionMachine } from '../../../machines/lists/gridSelection.machine.ts';
import type { Columns } from '../columns/useColumns.ts';
import type { Area } from '../editing/block.ts';
import { rowsAsText } from '../editing/copyText.ts';
import type { GridProps } from '../types.ts';
import type { ActiveCell, Focus } from '../useActiveCell.ts';

/** The selected range between a fixed corner and the focused cell. It can be copied as text, and filled down with its handle. */
export const useRange = <Row>(
  props: GridProps<Row>,
  { visible }: Columns<Row>,
  { active, go }: Focus,
  announce: (text: string) => void,
) => {
  const { rows, rowKey, copy = false } = props;
  const onFill = useRef<(row: number) => void>(() => {});
  const machine = useMemo(
    () => gridSelectionMachine.provide({ actions: { fill: (_, { row }) => void (row !== null && onFill.current(row)) } }),
    [],
  );
  const ref = useActorRef(machine);
  const corner = useSelector(ref, ({ context }) => context.corner);
  const fillTo = useSelector(ref, ({ context }) => context.fillTo);
  const isHeld = useSelector(ref, (snapshot) => snapshot.hasTag('held'));
  const filling = useSelector(ref, (snapshot) => snapshot.matches('filling'));
  const columnIndex = (key: string): number =>
    Math.max(
      0,
      visible.findIndex((column) => column.key === key),
    );
  const toArea = ({ row, key }: ActiveCell, end: ActiveCell): Area => ({
    top: Math.min(row, end.row),
    bottom: Math.max(row, end.row),
    left: Math.min(columnIndex(key), columnIndex(end.key)),
    right: Math.max(columnIndex(key), columnIndex(end.key)),
  });
  const cornerRow = corner && rows[corner.row];
  // After sorting or reloading, another row is at the corner, so the range no longer applies.
  const area =
    corner && cornerRow !== undefined && cornerRow !== null && rowKey(cornerRow) === corner.rowKey && active.row >= 0
      ? toArea(corner, active)
      : null;
  /** The selected cells, or the focused one. */
  const block = area ?? (active.row >= 0 ? toArea(active, active) : null);
  const displayedArea = block && fillTo !== null ? { ...block, bottom: Math.max(block.bottom, fillTo) } : area;

  // The pointer may be released anywhere on the page.
  useEffect(() => {
    if (!isHeld) return;
    const onPointerUp = (): void => ref.send({ type: 'pointer.up' });
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      ref.send({ type: 'fill.cancel' });
    };
    document.addEventListener('mouseup', onPointerUp);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('mouseup', onPointerUp);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [isHeld, ref]);

  const clear = (): void => ref.send({ type: 'range.clear' });
  const extend = (to: ActiveCell): boolean => {
    if (!copy || to.row < 0 || active.row < 0) return false;
    if (corner && !area) clear();
    const from = area && corner ? corner : active;
    const row = rows[from.row];
    if (row === undefined) return false;
    ref.send({ type: 'range.extend', from: { row: from.row, key: from.key, rowKey: rowKey(row) } });
    const { top, bottom, left, right } = toArea(from, to);
    announce(fill(messages.grid.range, { rows: bottom - top + 1, columns: right - left + 1 }));
    go(to);
    return true;
  };
  /** "from:to" of the selected columns in a row, '' outside the range. */
  const rangeInRow = (index: number): string =>
    displayedArea && index >= displayedArea.top && index <= displayedArea.bottom ? `${displayedArea.left}:${displayedArea.right}` : '';
  const onCopy = (event: ClipboardEvent) => {
    // A field copies its own selection.
    if (!copy || !block || !(event.target instanceof Element) || !event.target.matches('td')) return;
    const { top, bottom, left, right } = block;
    event.preventDefault();
    event.clipboardData.setData('text/plain', rowsAsText(visible.slice(left, right + 1), rows.slice(top, bottom + 1)));
    const count = (bottom - top + 1) * (right - left + 1);
    announce(count === 1 ? messages.grid.copiedOne : fill(messages.grid.copied, { count }));
  };
  return {
    area,
    block,
    clear,
    extend,
    inRow: rangeInRow,
    onCopy,
    onFill,
    filling,
    /** Called when the pointer is pressed on a cell; a drag may follow. */
    press: () => ref.send({ type: 'pointer.down' }),
    isHeld: () => ref.getSnapshot().matches('dragging'),
    startFill: () => ref.send({ type: 'fill.start' }),
    fillOver: (row: number) => ref.send({ type: 'fill.over', row }),
    release: () => ref.send({ type: 'pointer.up' }),
  };
};

export type GridRange = ReturnType<typeof useRange>;
