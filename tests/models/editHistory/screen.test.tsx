import { act, fireEvent, render, screen } from '@testing-library/react';
import { useActorRef } from '@xstate/react';
import { expect } from 'vitest';
import { type AnyEventObject, setup } from 'xstate';
import { useUndo } from '../../../src/screens/events/useUndo.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { editHistory } from './cases.ts';

/** Runs the history; edits and undo requests from toasts come from outside. */
const parent = setup({ actors: { editHistory: editHistory.machine } }).createMachine({
  invoke: { id: 'editHistory', src: 'editHistory' },
});
const control = { ctrlKey: true } as const;

describeScreen({
  of: editHistory,
  mount: async () => {
    const observer = createObserver(editHistory.machine);
    let sendToMachine = (_: AnyEventObject): void => {};
    function View() {
      const ref = useActorRef(parent, { inspect: observer.inspect });
      sendToMachine = (event) => ref.getSnapshot().children.editHistory?.send(event as never);
      const { canUndo, canRedo, undo, redo } = useUndo(ref as never);
      return (
        <>
          <button type="button" disabled={!canUndo} onClick={undo}>
            Undo
          </button>
          <button type="button" disabled={!canRedo} onClick={redo}>
            Redo
          </button>
        </>
      );
    }
    await act(async () => void render(<View />));
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => sendToMachine(event) };
  },
  gestures: {
    'edit.undo': ({ step }, { perform }) => {
      if (step !== undefined) return act(() => perform({ type: 'edit.undo', step }));
      fireEvent.keyDown(document.body, { key: 'z', ...control });
    },
    'edit.redo': () => void fireEvent.keyDown(document.body, { key: 'Z', shiftKey: true, ...control }),
  },
  shows: ({ context: { past, future } }) => {
    const isDisabled = (name: string) => (screen.getByRole('button', { name }) as HTMLButtonElement).disabled;
    expect([isDisabled('Undo'), isDisabled('Redo')]).toEqual([past.length === 0, future.length === 0]);
  },
});
