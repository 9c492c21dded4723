import { notificationsMachine } from '../../../src/machines/notifications/notifications.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const refused = { status: 404, data: { message: 'This notification does not exist.' } };

export const notifications: MachineCases<typeof notificationsMachine> = {
  machine: notificationsMachine,
  inputs: [{ opening: {} }],
  cases: {
    'notice.read': ({ context }) =>
      context.marks.length === 1 && context.marks[0]?.id === 'a' ? [{ id: 'a' }, { id: 'b' }] : [{ id: 'a' }],
    'all.read': [{}],
    'notices.changed': [{}],
    'error.dismiss': [{}],
    'xstate.done.actor.mark': [{ output: 3 }],
    'xstate.error.actor.mark': [{ error: refused }],
  },
  project: ({ marks, error }) => [marks.map(({ id }) => id), error !== null],
  rig: { children: { list: () => ({}) } },
};
