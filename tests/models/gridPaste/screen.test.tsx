import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { useActorRef } from '@xstate/react';
import { expect, vi } from 'vitest';
import { focused, items, show } from '../../ui/grid/editingHost.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { gridPaste } from './cases.ts';

const inspector = vi.hoisted(() => ({ inspect: undefined as unknown }));
vi.mock('@xstate/react', async (original) => {
  const library = await original<{ useActorRef: typeof useActorRef }>();
  return {
    ...library,
    useActorRef: (machine: never, options: object) => library.useActorRef(machine, { ...options, inspect: inspector.inspect } as never),
  };
});

const paste = async (row: number, text: string, previews: boolean): Promise<void> => {
  const cell = screen
    .getByText(`Note ${row + 1}`)
    .closest('tr')
    ?.querySelectorAll('td')[1] as HTMLElement;
  fireEvent.mouseDown(cell);
  fireEvent.mouseUp(document.body);
  fireEvent.paste(focused(), { clipboardData: { getData: () => text } });
  if (previews) await screen.findByRole('dialog');
};
const answer = async (name: string | RegExp): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

describeScreen({
  of: gridPaste,
  mount: async () => {
    const observer = createObserver(gridPaste.machine);
    inspector.inspect = observer.inspect;
    show({ copy: true, rows: items(8) });
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async () => {} };
  },
  gestures: {
    // The second item isn't editable.
    'paste.offer': ({ cells, misfits }) => {
      const [fits, left] = [(cells as unknown[]).length > 0, (misfits as unknown[]).length > 0];
      if (fits) return paste(0, left ? 'Ana\nBen' : 'Ana', left);
      return paste(1, 'Ben', left);
    },
    'paste.accept': () => answer(/^Paste/),
    'paste.cancel': () => answer('Cancel'),
  },
  shows: ({ context: { plan } }) => expect(screen.queryByRole('dialog') !== null).toBe(plan !== null),
});
