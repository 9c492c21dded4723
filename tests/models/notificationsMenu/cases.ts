import { notificationsMenuMachine } from '../../../src/machines/shell/notificationsMenu.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const item = (id: string, read: boolean) => ({
  id,
  type: 'commission' as const,
  priority: 'high' as const,
  title: `Title ${id}`,
  message: `Message ${id}`,
  read,
  created_at: '2026-11-20T09:00:00Z',
});

export const notificationsMenu: MachineCases<typeof notificationsMenuMachine> = {
  machine: notificationsMenuMachine,
  inputs: [{ counts: true }, { counts: false }],
  cases: {
    'menu.open': [{}],
    'menu.close': [{}],
    'menu.retry': [{}],
    // Items can't be chosen while the menu is closed.
    'item.choose': (snapshot) => (snapshot.matches({ menu: 'closed' }) ? [] : [{ id: 'new' }, { id: 'next' }, { id: 'seen' }]),
    'items.renew': [],
    'count.refresh': [{}],
    'tab.hidden': [{}],
    'tab.shown': [{}],
    'xstate.done.actor.countUnread': [{ output: 3 }],
    'xstate.error.actor.countUnread': [{ error: { status: 500 } }],
    'xstate.done.actor.loadItems': [{ output: [item('new', false), item('next', false), item('seen', true)] }, { output: [] }],
    'xstate.error.actor.loadItems': [{ error: { status: 500, data: { message: 'no' } } }],
    'xstate.done.actor.markRead': [{ output: undefined }],
    'xstate.error.actor.markRead': [{ error: { status: 500 } }],
    'xstate.after.poll.notificationsMenu.badge.resting': [{}],
  },
  project: ({ counts, items, marking }) => [counts, items.length, marking],
};
