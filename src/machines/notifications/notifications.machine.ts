import { assign, fromPromise, sendTo, setup } from 'xstate';
import type { Notification } from '../../../contract/entities/notification.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { listOf } from '../lists/list.machine.ts';
import type { ListInput } from '../lists/listQuestion.ts';
import { toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

/** The id of a notification, or 'all'. */
export type MarkRequest = Readonly<{ id: string | 'all' }>;
type Context = {
  opening: Pick<ListInput, 'filters' | 'page'>;
  /** Queue of marks to save; the first is in flight. */
  marks: readonly MarkRequest[];
  error: string | null;
};
type Events = { type: 'notice.read'; id: string } | { type: 'all.read' } | { type: 'notices.changed' } | { type: 'error.dismiss' };

const t = messages.notificationsPage;

/**
 * The notifications page (spec 2.14, 4.04; decisions 5.01): a list, and the queue of marks as read.
 * Normal path: resting → marking → resting, one mark at a time; then the page reloads, as it does after marks in the bell or another tab.
 * Never: queue a mark twice, or drop a mark because another one failed.
 */
export const notificationsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { opening: Context['opening'] },
    children: {} as { list: 'list' },
  },
  actors: {
    list: listOf<Notification>(),
    /** Resolves to the number of notifications that were unread. */
    mark: fromPromise<number, MarkRequest>(missing('mark')),
  },
  guards: {
    isNew: ({ context }, { id }: MarkRequest) => !context.marks.some((mark) => mark.id === id || mark.id === 'all'),
    hasMore: ({ context }) => context.marks.length > 1,
  },
  actions: {
    setMark: assign({ marks: ({ context }, { id }: MarkRequest) => [...context.marks, { id }], error: null }),
    dropMark: assign({ marks: ({ context }) => context.marks.slice(1) }),
    setError: assign({
      error: ({ context }, params: { error: unknown }) =>
        toFailureMessage({ ...params, fallback: context.marks[0]?.id === 'all' ? t.markAllFailed : t.markFailed }),
    }),
    forgetError: assign({ error: null }),
    reload: sendTo('list', { type: 'list.reload' }),
    /** Reports the number after marking all; a single mark is visible by itself. */
    report: (_, _params: MarkRequest & { count: number }) => {},
  },
}).createMachine({
  id: 'notifications',
  context: ({ input }) => ({ opening: input.opening, marks: [], error: null }),
  invoke: {
    id: 'list',
    src: 'list',
    input: ({ context }) => ({ pageSize: limits.notifications.pageSize, fallback: t.loadFailed, ...context.opening }),
  },
  initial: 'resting',
  states: {
    resting: {
      description: 'The notifications are listed, and nothing is being marked.',
      on: {
        'notice.read': { target: 'marking', actions: withEvent('setMark') },
        'all.read': { target: 'marking', actions: { type: 'setMark', params: { id: 'all' } } },
      },
    },
    marking: {
      description: 'Notifications are being marked as read, one after the other; then the page is refreshed.',
      invoke: {
        id: 'mark',
        src: 'mark',
        input: ({ context }) => context.marks[0] ?? { id: '' },
        onDone: [
          { guard: 'hasMore', target: 'marking', reenter: true, actions: 'dropMark' },
          {
            target: 'resting',
            actions: [
              { type: 'report', params: ({ context, event }) => ({ id: context.marks[0]?.id ?? '', count: event.output }) },
              'dropMark',
              'reload',
            ],
          },
        ],
        onError: [
          { guard: 'hasMore', target: 'marking', reenter: true, actions: [withError('setError'), 'dropMark'] },
          { target: 'resting', actions: [withError('setError'), 'dropMark', 'reload'] },
        ],
      },
      on: {
        'notice.read': { guard: withEvent('isNew'), actions: withEvent('setMark') },
        'all.read': { guard: { type: 'isNew', params: { id: 'all' } }, actions: { type: 'setMark', params: { id: 'all' } } },
      },
    },
  },
  on: { 'notices.changed': { actions: 'reload' }, 'error.dismiss': { actions: 'forgetError' } },
});
