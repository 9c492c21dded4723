import { useActorRef, useSelector } from '@xstate/react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, Suspense, useMemo } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { gridPasteMachine } from '../../../machines/lists/gridPaste.machine.ts';
import { lazyComponent } from '../../support/later.tsx';
import { type KeyRow, usePageKeys } from '../../support/pageKeys.ts';
import { useLatest } from '../../support/useLatest.ts';
import type { Columns } from '../columns/useColumns.ts';
import type { GridRange } from '../selection/useRange.ts';
import type { CellWrite, GridProps } from '../types.ts';
import { type Area, copyFirstRowDown, fillArea, parseBlock, planPaste } from './block.ts';

const [PasteDialog] = lazyComponent(() => import('./PasteDialog.tsx'));
const t = messages.keys;
const blockKeys: readonly KeyRow[] = [
  ['Shift + ↑ ↓ ← →', t.extend],
  ['Ctrl + Shift + ↑ ↓ ← →', t.extendAll],
  ['Ctrl + ↑ ↓ ← →', t.edge],
  ['Ctrl + V', t.paste],
  ['Ctrl + D', t.fillDown],
  ['Ctrl + Enter', t.fillAll],
  ['Delete', t.clearCells],
  ['Shift + Delete', t.restore],
];
const noKeys: readonly KeyRow[] = [];

/** Writes many cells at once: paste, fill down, clear, restore. Available only if `onCellsWrite` is set. */
export const useBlock = <Row,>(props: GridProps<Row>, { visible }: Columns<Row>, range: GridRange, announce: (text: string) => void) => {
  const { rows, editorOf, onCellsWrite, onCellsRestore } = props;
  const latest = useLatest(onCellsWrite);
  const machine = useMemo(
    () =>
      gridPasteMachine.provide({
        actions: { writeCells: (_, { cells }) => latest.current?.(cells as unknown as readonly CellWrite<Row>[]) },
      }),
    [],
  );
  const paste = useActorRef(machine);
  const plan = useSelector(paste, ({ context }) => context.plan);
  usePageKeys(onCellsWrite ? blockKeys : noKeys);
  const grid = { rows, columns: visible, editorOf };

  const write = (cells: readonly CellWrite<Row>[], announcement: string): boolean => {
    if (!onCellsWrite || !range.block) return false;
    if (cells.length === 0) announce(messages.grid.noneTaken);
    else {
      onCellsWrite(cells);
      announce(fill(announcement, { count: cells.length }));
    }
    return true;
  };
  const fillDown = (area: Area): boolean => write(copyFirstRowDown(grid, area), messages.grid.filled);
  range.onFill.current = (row) => {
    if (range.block && row > range.block.bottom) fillDown({ ...range.block, bottom: row });
  };
  const restore = (): boolean => {
    if (!onCellsRestore || !range.block) return false;
    const { top, bottom, left, right } = range.block;
    onCellsRestore(
      rows.slice(top, bottom + 1),
      visible.slice(left, right + 1).map(({ key }) => key),
    );
    return true;
  };
  const onKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean => {
    if (!onCellsWrite || !range.block || altKey) return false;
    const control = ctrlKey || metaKey;
    if (control && !shiftKey && key.toLowerCase() === 'd') return fillDown(range.block);
    if (control || (key !== 'Delete' && key !== 'Backspace')) return false;
    return shiftKey ? restore() : write(fillArea(grid, range.block, ''), messages.grid.cleared);
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (!onCellsWrite || !range.block || !(event.target instanceof Element) || !event.target.matches('td')) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    if (text === '') return;
    const { cells, misfits } = planPaste(grid, range.block, parseBlock(text));
    paste.send({ type: 'paste.offer', cells: cells as never, misfits });
  };
  const dialog: ReactNode = plan && (
    <Suspense fallback={null}>
      <PasteDialog
        plan={plan}
        onAccept={() => paste.send({ type: 'paste.accept' })}
        onCancel={() => paste.send({ type: 'paste.cancel' })}
      />
    </Suspense>
  );
  /** Writes the text to all selected cells; false if there is no selected range. */
  const writeAll = (text: string): boolean => range.area !== null && write(fillArea(grid, range.area, text), messages.grid.filled);
  return { onKey, onPaste, dialog, writeAll, release: range.clear };
};
export type Block = ReturnType<typeof useBlock>;
