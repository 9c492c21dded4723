import { assign, fromPromise, raise, setup } from 'xstate';
import type { Notification } from '../../../contract/entities/notification.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

type Context = {
  /** True if the server announces the count; otherwise the badge counts unread items of the last loaded list (decisions 1.03, 5.01). */
  counts: boolean;
  unread: number;
  items: readonly Notification[];
  /** Queue of ids to mark as read; the first is in flight. */
  marking: readonly string[];
  error: string | null;
};

type Events =
  | { type: 'menu.open' }
  | { type: 'menu.close' }
  | { type: 'menu.retry' }
  | { type: 'item.choose'; id: string }
  | { type: 'count.refresh' }
  | { type: 'tab.hidden' }
  | { type: 'tab.shown' }
  /** Raised: displayed items were marked. */
  | { type: 'items.renew' };

/**
 * The bell: its badge and its dropdown (spec 2.21, 2.22, 4.04, 7.24, 7.25, 8.15).
 * Normal path: menu: closed → loading → shown; marks: resting → marking → resting, then the list reloads.
 * Never: load the list before it is opened, count while the tab is hidden, stop because a mark failed, or drop a mark because the menu
 * closed or another item was chosen.
 */
export const notificationsMenuMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { counts: boolean } },
  actors: {
    countUnread: fromPromise<number>(missing('countUnread')),
    loadItems: fromPromise<readonly Notification[]>(missing('loadItems')),
    markRead: fromPromise<void, { id: string }>(missing('markRead')),
  },
  guards: {
    counts: ({ context }) => context.counts,
    isUnread: ({ context }, params: { id: string }) =>
      context.items.some((item) => item.id === params.id && !item.read) && !context.marking.includes(params.id),
    hasMore: ({ context }) => context.marking.length > 1,
  },
  actions: {
    setCount: assign({ unread: (_, params: { count: number }) => params.count }),
    setItems: assign(({ context }, params: { items: readonly Notification[] }) => ({
      items: params.items,
      error: null,
      unread: context.counts ? context.unread : params.items.filter((item) => !item.read).length,
    })),
    /** Updates the badge at once; the list reloads afterwards and corrects it. */
    setMarked: assign(({ context }, params: { id: string }) => ({
      marking: [...context.marking, params.id],
      unread: Math.max(0, context.unread - 1),
    })),
    dropMarked: assign({ marking: ({ context }) => context.marking.slice(1) }),
    setError: assign({
      error: (_, params: { error: unknown }) => toFailure({ ...params, fallback: messages.notifications.failed }).message,
    }),
    recount: raise({ type: 'count.refresh' }),
    renew: raise({ type: 'items.renew' }),
    logFailure: (_, _params: { error: unknown }) => {},
  },
  delays: { poll: limits.notifications.pollMs },
}).createMachine({
  id: 'notificationsMenu',
  context: ({ input }) => ({ counts: input.counts, unread: 0, items: [], marking: [], error: null }),
  type: 'parallel',
  states: {
    badge: {
      description: 'Counts unread notifications for the number on the bell.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Decision point: not every server can count notifications.',
          always: [{ guard: 'counts', target: 'counting' }, { target: 'off' }],
        },
        off: { description: "The bell has no number, because the server can't count notifications." },
        counting: {
          description: 'The number of unread notifications is on its way.',
          invoke: {
            id: 'countUnread',
            src: 'countUnread',
            onDone: { target: 'resting', actions: { type: 'setCount', params: ({ event }) => ({ count: event.output }) } },
            onError: { target: 'resting', actions: withError('logFailure') },
          },
          // A count started before something was marked is out of date.
          on: { 'tab.hidden': 'paused', 'count.refresh': { target: 'counting', reenter: true } },
        },
        resting: {
          description: 'The number on the bell was just loaded and is loaded again after a minute.',
          after: { poll: 'counting' },
          on: { 'tab.hidden': 'paused', 'count.refresh': 'counting' },
        },
        paused: { description: 'The tab is hidden, so nothing is counted until the user comes back.', on: { 'tab.shown': 'counting' } },
      },
    },
    menu: {
      description: 'The list that drops down from the bell.',
      initial: 'closed',
      states: {
        closed: { description: "Only the bell is visible, and the list isn't loaded.", on: { 'menu.open': 'loading' } },
        loading: {
          description: 'The dropdown is open and its notifications are on their way.',
          invoke: {
            id: 'loadItems',
            src: 'loadItems',
            onDone: { target: 'shown', actions: { type: 'setItems', params: ({ event }) => ({ items: event.output }) } },
            onError: { target: 'failed', actions: withError('setError') },
          },
          // The response in flight is older than the mark.
          on: { 'menu.close': 'closed', 'items.renew': { target: 'loading', reenter: true } },
        },
        shown: { description: 'The newest notifications are listed.', on: { 'menu.close': 'closed', 'items.renew': 'loading' } },
        failed: {
          description: "The notifications couldn't be loaded; the user can try again.",
          on: { 'menu.retry': 'loading', 'menu.close': 'closed' },
        },
      },
    },
    marks: {
      description: 'Marks notifications as read, one after the other.',
      initial: 'resting',
      states: {
        resting: {
          description: 'No notification waits to be marked as read.',
          on: {
            'item.choose': {
              guard: withEvent('isUnread'),
              target: 'marking',
              actions: withEvent('setMarked'),
            },
          },
        },
        marking: {
          description: 'Chosen notifications are being marked as read, even after the dropdown closes.',
          invoke: {
            id: 'markRead',
            src: 'markRead',
            input: ({ context }) => ({ id: context.marking[0] ?? '' }),
            onDone: [
              { guard: 'hasMore', target: 'marking', reenter: true, actions: 'dropMarked' },
              { target: 'resting', actions: ['dropMarked', 'recount', 'renew'] },
            ],
            onError: [
              {
                guard: 'hasMore',
                target: 'marking',
                reenter: true,
                actions: [withError('logFailure'), 'dropMarked'],
              },
              {
                target: 'resting',
                actions: [withError('logFailure'), 'dropMarked', 'recount', 'renew'],
              },
            ],
          },
          on: {
            'item.choose': {
              guard: withEvent('isUnread'),
              actions: withEvent('setMarked'),
            },
          },
        },
      },
    },
  },
});
