import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import type { editHistoryMachine } from '../../machines/events/editHistory.machine.ts';
import type { eventCellsMachine } from '../../machines/events/eventCells.machine.ts';
import { type KeyRow, usePageKeys } from '../../ui/support/pageKeys.ts';

const keys: readonly KeyRow[] = [
  ['Ctrl + Z', messages.keys.undo],
  ['Ctrl + Shift + Z', messages.keys.redo],
];

/** True if the keystroke belongs to a text field, which undoes its own typing, or to a dialog over the table. */
const isHandledElsewhere = ({ target, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  altKey ||
  defaultPrevented ||
  (target instanceof Element && target.matches('input:not([type="checkbox"]), select, textarea, [contenteditable]')) ||
  document.querySelector('.p-dialog-mask:not(.dialog-beside)') !== null;

const toCommand = ({ key, shiftKey }: KeyboardEvent): 'edit.undo' | 'edit.redo' | null => {
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'edit.redo' : 'edit.undo';
  return letter === 'y' && !shiftKey ? 'edit.redo' : null;
};

/** Undo and Redo of table edits, by keyboard, toolbar and toast (decisions 6.05). */
export const useUndo = (cells: ActorRefFrom<typeof eventCellsMachine>) => {
  const history = useSelector(cells, ({ children }) => children.editHistory as ActorRefFrom<typeof editHistoryMachine>);
  const canUndo = useSelector(history, (snapshot) => snapshot.can({ type: 'edit.undo' }));
  const canRedo = useSelector(history, (snapshot) => snapshot.can({ type: 'edit.redo' }));
  usePageKeys(keys);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const command = event.ctrlKey || event.metaKey ? toCommand(event) : null;
      if (command === null || isHandledElsewhere(event)) return;
      event.preventDefault();
      history.send({ type: command });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [history]);
  return {
    canUndo,
    canRedo,
    undo: () => history.send({ type: 'edit.undo' }),
    redo: () => history.send({ type: 'edit.redo' }),
  };
};
