import { toastsMachine } from '../../../src/machines/shell/toasts.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const toast = (id: string, text = `Saved ${id}`) => ({ id, severity: 'success' as const, text });

export const toasts: MachineCases<typeof toastsMachine> = {
  machine: toastsMachine,
  inputs: [undefined],
  cases: {
    'toast.show': [{ toast: toast('a') }, { toast: toast('b') }],
    'toast.dismiss': [{ id: 'a' }, { id: 'b' }],
    'toasts.hold': [{}],
    'toasts.release': [{}],
    'xstate.after.reading.toasts.showing': [{}],
  },
  project: ({ items }) => items.map(({ id }) => id),
};
