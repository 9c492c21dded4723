import { fireEvent, screen } from '@testing-library/react';
import type { useActorRef } from '@xstate/react';
import { expect, vi } from 'vitest';
import { focused, items, press, show } from '../../ui/grid/editingHost.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { gridSelection } from './cases.ts';

const inspector = vi.hoisted(() => ({ inspect: undefined as unknown }));
vi.mock('@xstate/react', async (original) => {
  const library = await original<{ useActorRef: typeof useActorRef }>();
  return {
    ...library,
    useActorRef: (machine: never, options: object) => library.useActorRef(machine, { ...options, inspect: inspector.inspect } as never),
  };
});

const cell = (row: number) =>
  screen
    .getByText(`Note ${row + 1}`)
    .closest('tr')
    ?.querySelectorAll('td')[1] as HTMLElement;
const handle = () => document.querySelector('.grid-fill') as HTMLElement;
const rowNow = () => Number(focused().closest('tr')?.dataset.row);
const countSelected = () => screen.getByRole('grid').querySelectorAll('td[aria-selected="true"]').length;
/** Moves to the cell from which the model extends. */
const goBack = (): void => {
  while (rowNow() > 1) press('ArrowUp');
  while (rowNow() < 1) press('ArrowDown');
};

describeScreen({
  of: gridSelection,
  mount: async () => {
    const observer = createObserver(gridSelection.machine);
    inspector.inspect = observer.inspect;
    show({ copy: true, rows: items(8) });
    fireEvent.mouseDown(cell(1));
    fireEvent.mouseUp(document.body);
    // Releasing the handle where it was grabbed fills nothing.
    fireEvent.mouseDown(handle());
    fireEvent.mouseUp(document.body);
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async () => {} };
  },
  gestures: {
    'pointer.down': () => void fireEvent.mouseDown(cell(1)),
    'pointer.up': () => void fireEvent.mouseUp(document.body),
    'range.extend': (_, { snapshot }) => {
      if (snapshot().matches('dragging')) {
        fireEvent.mouseOver(cell(rowNow() === 3 ? 4 : 3), { buttons: 1 });
        return;
      }
      if (snapshot().matches('single')) goBack();
      press(rowNow() < 5 ? 'ArrowDown' : 'ArrowUp', { shiftKey: true });
    },
    // Any arrow key without Shift clears the range.
    'range.clear': () => void press('ArrowDown'),
    'fill.start': () => void fireEvent.mouseDown(handle()),
    'fill.over': ({ row }) => void fireEvent.mouseOver(cell(Number(row))),
    'fill.cancel': () => void fireEvent.keyDown(document.body, { key: 'Escape' }),
  },
  shows: ({ context: { corner, fillTo } }) => {
    if (corner === null && fillTo === null) expect(countSelected()).toBe(0);
    else expect(countSelected()).toBeGreaterThan(0);
  },
  unreachable: { 'gridSelection.range --pointer.down[0]--> gridSelection.dragging': 'a press lets the block go before it is one' },
});
