import { assign, enqueueActions, setup } from 'xstate';
import type { EditableField, Event } from '../../../contract/entities/event.ts';
import { limits } from '../../../contract/limits.ts';
import { withEvent } from '../support/params.ts';
import { enqueueParentEvent, notifyParent } from '../support/parent.ts';

/** The change of one cell by one edit; `event` is the latest known version. */
export type CellChange = Readonly<{ event: Event; field: EditableField; before: string | null; after: string | null }>;
/** Writes `to` only if the cell still contains `from`. */
export type Revert = Readonly<{ event: Event; field: EditableField; from: string | null; to: string | null }>;
export type EditStep = Readonly<{ id: number; changes: readonly CellChange[] }>;

type Context = { past: readonly EditStep[]; future: readonly EditStep[]; stepCount: number };
type Events =
  | { type: 'step.made'; changes: readonly CellChange[] }
  /** Undoes the latest step, or the one named by a toast. */
  | { type: 'edit.undo'; step?: number }
  | { type: 'edit.redo' }
  /** The server sent the current version of the event. */
  | { type: 'event.known'; event: Event };

const findStep = ({ past }: Context, id: number | undefined): EditStep | undefined =>
  past.find((step) => step.id === (id ?? past.at(-1)?.id));
const toUndoReverts = ({ changes }: EditStep): readonly Revert[] =>
  changes.map(({ event, field, before, after }) => ({ event, field, from: after, to: before }));
const toRedoReverts = ({ changes }: EditStep): readonly Revert[] =>
  changes.map(({ event, field, before, after }) => ({ event, field, from: before, to: after }));
const updateEvent = (steps: readonly EditStep[], event: Event): readonly EditStep[] =>
  steps.map((step) =>
    step.changes.some((change) => change.event.id === event.id)
      ? { ...step, changes: step.changes.map((change) => (change.event.id === event.id ? { ...change, event } : change)) }
      : step,
  );

/**
 * The edit steps of the events table, for Undo and Redo (decisions 6.05, 8.02): a cell, a bulk change or a paste is one step.
 * Normal path: empty → undoable → (undo) redoable; a new step clears the redo list.
 * Never: write by itself. The parent writes back, and only cells that no one has edited since.
 */
export const editHistoryMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  guards: {
    hasStep: ({ context }, { step }: { step?: number }) => findStep(context, step) !== undefined,
    hasPast: ({ context }) => context.past.length > 0,
    hasFuture: ({ context }) => context.future.length > 0,
    hasPastAndFuture: ({ context }) => context.past.length > 0 && context.future.length > 0,
  },
  actions: {
    setStep: assign(({ context }, { changes }: { changes: readonly CellChange[] }) => ({
      past: [...context.past, { id: context.stepCount + 1, changes }].slice(-limits.events.undoSteps),
      future: [],
      stepCount: context.stepCount + 1,
    })),
    relayStep: ({ context, self }, { changes }: { changes: readonly CellChange[] }) =>
      notifyParent(self, { type: 'step.kept', step: context.stepCount, count: changes.length }),
    undo: enqueueActions(({ context, enqueue, self }, params: { step?: number }) => {
      const step = findStep(context, params.step);
      if (!step) return;
      enqueue.assign({ past: context.past.filter(({ id }) => id !== step.id), future: [...context.future, step] });
      enqueueParentEvent(enqueue, self, { type: 'cells.revert', reverts: toUndoReverts(step) });
    }),
    redo: enqueueActions(({ context, enqueue, self }) => {
      const step = context.future.at(-1);
      if (!step) return;
      enqueue.assign({ past: [...context.past, step], future: context.future.slice(0, -1) });
      enqueueParentEvent(enqueue, self, { type: 'cells.revert', reverts: toRedoReverts(step) });
    }),
    setKnown: assign(({ context }, { event }: { event: Event }) => ({
      past: updateEvent(context.past, event),
      future: updateEvent(context.future, event),
    })),
  },
}).createMachine({
  id: 'editHistory',
  context: { past: [], future: [], stepCount: 0 },
  initial: 'weighing',
  states: {
    weighing: {
      description: 'Decision point: the buttons show whether there is a step to undo or to redo.',
      always: [
        { guard: 'hasPastAndFuture', target: 'both' },
        { guard: 'hasPast', target: 'undoable' },
        { guard: 'hasFuture', target: 'redoable' },
        { target: 'empty' },
      ],
    },
    empty: { description: 'Nothing has been written, so Undo and Redo are disabled.' },
    undoable: {
      description: 'The last step can be undone, and there is nothing to redo.',
      on: { 'edit.undo': { guard: withEvent('hasStep'), target: 'weighing', actions: withEvent('undo') } },
    },
    redoable: {
      description: 'Every step has been undone, and the last one can be redone.',
      on: { 'edit.redo': { target: 'weighing', actions: 'redo' } },
    },
    both: {
      description: 'There is a step to undo and a step to redo.',
      on: {
        'edit.undo': { guard: withEvent('hasStep'), target: 'weighing', actions: withEvent('undo') },
        'edit.redo': { target: 'weighing', actions: 'redo' },
      },
    },
  },
  on: {
    'step.made': { target: '.weighing', actions: [withEvent('setStep'), withEvent('relayStep')] },
    'event.known': { actions: withEvent('setKnown') },
  },
});
