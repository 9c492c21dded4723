import { type AnyEventObject, assign, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import type { Event, YesNoField, yesNoUnknown } from '../../../contract/entities/event.ts';
import { messages } from '../../../contract/messages.ts';
import { failureOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';
import { tellParent } from '../support/parent.ts';

type Value = (typeof yesNoUnknown)[number];
type Row = Readonly<{ id: string; range: boolean; order: readonly string[] }>;
type Failed = Readonly<{ id: string; message: string }>;
type Change = Readonly<{ field: YesNoField | null; value: Value | null }>;

type Context = Change & {
  selected: readonly string[];
  /** Where a range selected with Shift begins. */
  anchor: string | null;
  /** How many of this run were changed. */
  done: number;
  failures: readonly Failed[];
  /** Not answered yet; after a stop: left as they were. */
  left: readonly string[];
};

type Events =
  | ({ type: 'row.toggle' } & Row)
  | { type: 'all.toggle'; ids: readonly string[] }
  | { type: 'selection.clear' }
  | ({ type: 'change.choose' } & Change)
  | { type: 'bulk.apply' }
  | { type: 'bulk.stop' }
  | { type: 'failures.retry' }
  | { type: 'failures.dismiss' }
  | { type: 'row.done'; id: string; event: Event }
  | { type: 'row.failed'; id: string; message: string }
  | { type: 'all.done' };

type Work = Readonly<{ ids: readonly string[] }> & Change;

const without = (ids: readonly string[], gone: readonly string[]): readonly string[] => ids.filter((id) => !gone.includes(id));

const toggled = ({ selected, anchor }: Context, { id, range, order }: Row): Pick<Context, 'selected' | 'anchor'> => {
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(id)].sort((a, b) => a - b) as [number, number];
  if (range && from >= 0) return { selected: [...new Set([...selected, ...order.slice(from, to + 1)])], anchor };
  return { selected: selected.includes(id) ? without(selected, [id]) : [...selected, id], anchor: id };
};

/**
 * One Yes/No/Unknown field set for many events: select, choose, confirm, apply row by row, look at what failed.
 * Normal path: choosing → confirming → applying → choosing; with failures → reviewing, where these alone are tried again.
 * Never: change a row twice, undo what is done because of a stop, or forget the answer of a row that was on its way.
 */
export const bulkEditMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'busy' },
  actors: {
    confirmApply: fromPromise<boolean, Change & { count: number }>(missing('confirmApply')),
    /**
     * Tells `row.done` or `row.failed` for each, then `all.done`. On `work.stop` it begins no other, and tells `all.done`
     * once those under way are answered. Its cleanup begins no other either.
     */
    applyAll: fromCallback<AnyEventObject, Work>(() => {
      throw new Error('applyAll not provided');
    }),
  },
  guards: {
    canApply: ({ context }) => context.selected.length > 0 && context.field !== null && context.value !== null,
    isAgreed: (_, params: { agreed: boolean }) => params.agreed,
    isLeft: ({ context }, params: { id: string }) => context.left.includes(params.id),
    hasFailures: ({ context }) => context.failures.length > 0,
  },
  actions: {
    toggleRow: assign(({ context }, params: Row) => toggled(context, params)),
    toggleAll: assign(({ context }, { ids }: { ids: readonly string[] }) => ({
      selected: ids.every((id) => context.selected.includes(id))
        ? without(context.selected, ids)
        : [...new Set([...context.selected, ...ids])],
      anchor: null,
    })),
    clear: assign({ selected: [], anchor: null }),
    keepChange: assign((_, { field, value }: Change) => ({ field, value })),
    /** The question is about exactly what will be changed, even if the selection changes while it stands. */
    beginSelected: assign(({ context }) => ({ left: context.selected, done: 0, failures: [] })),
    beginFailed: assign(({ context }) => ({ left: context.failures.map(({ id }) => id), done: 0, failures: [] })),
    forgetLeft: assign({ left: [] }),
    keepDone: assign(({ context }, { id }: { id: string }) => ({
      left: without(context.left, [id]),
      selected: without(context.selected, [id]),
      done: context.done + 1,
    })),
    keepFailed: assign(({ context }, { id, message }: Failed) => ({
      left: without(context.left, [id]),
      failures: [...context.failures, { id, message }],
    })),
    /** The work itself broke: what was not answered has failed. */
    failRest: assign(({ context }, params: { error: unknown }) => {
      const { message } = failureOf({ ...params, fallback: messages.events.updateFailed });
      return { left: [], failures: [...context.failures, ...context.left.map((id) => ({ id, message }))] };
    }),
    dismiss: assign({ failures: [] }),
    stopWork: sendTo('applyAll', { type: 'work.stop' }),
    relaySaved: ({ self }, params: { event: Event; field: YesNoField | null }) => tellParent(self, { type: 'event.saved', ...params }),
    /** Says how many were changed, and how many a stop left as they were. */
    reportDone: (_, _params: Pick<Context, 'done' | 'left' | 'failures'>) => {},
    logFailure: (_, _params: { error: unknown }) => {},
  },
}).createMachine({
  id: 'bulkEdit',
  context: { selected: [], anchor: null, field: null, value: null, done: 0, failures: [], left: [] },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'row.toggle': { actions: ofEvent('toggleRow') },
        'all.toggle': { actions: ofEvent('toggleAll') },
        'change.choose': { actions: ofEvent('keepChange') },
        'bulk.apply': { guard: 'canApply', target: 'confirming', actions: 'beginSelected' },
      },
    },
    confirming: {
      invoke: {
        id: 'confirmApply',
        src: 'confirmApply',
        input: ({ context: { field, value, left } }) => ({ field, value, count: left.length }),
        onDone: [
          { guard: { type: 'isAgreed', params: ({ event }) => ({ agreed: event.output }) }, target: 'applying' },
          { target: 'choosing', actions: 'forgetLeft' },
        ],
        onError: {
          target: 'choosing',
          actions: ['forgetLeft', ofError('logFailure')],
        },
      },
    },
    applying: {
      tags: 'busy',
      invoke: {
        id: 'applyAll',
        src: 'applyAll',
        input: ({ context: { left, field, value } }) => ({ ids: left, field, value }),
        onError: { target: 'weighing', actions: ofError('failRest') },
      },
      initial: 'running',
      states: { running: { on: { 'bulk.stop': { target: 'stopping', actions: 'stopWork' } } }, stopping: {} },
      on: {
        'row.done': {
          guard: ofEvent('isLeft'),
          actions: [
            ofEvent('keepDone'),
            { type: 'relaySaved', params: ({ context, event }) => ({ event: event.event, field: context.field }) },
          ],
        },
        'row.failed': {
          guard: ofEvent('isLeft'),
          actions: ofEvent('keepFailed'),
        },
        'all.done': 'weighing',
      },
    },
    weighing: {
      entry: { type: 'reportDone', params: ({ context }) => context },
      always: [{ guard: 'hasFailures', target: 'reviewing' }, { target: 'choosing' }],
    },
    reviewing: {
      on: {
        'failures.retry': { target: 'applying', actions: 'beginFailed' },
        'failures.dismiss': { target: 'choosing', actions: 'dismiss' },
      },
    },
  },
  on: { 'selection.clear': { actions: 'clear' } },
});
