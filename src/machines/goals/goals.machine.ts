import { assign, fromPromise, setup } from 'xstate';
import type { Goal, GoalKind, GoalList } from '../../../contract/entities/goal.ts';
import { messages } from '../../../contract/messages.ts';
import { readNewest } from '../support/conflict.ts';
import { getFieldErrors, toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';
import { isSameQuestion } from '../support/sameQuestion.ts';

/** A person's goals of a month; `month` is its first day. */
export type GoalsQuestion = Readonly<{ userId: string; month: string }>;
export type GoalValues = Readonly<{ kind: GoalKind; target: number }>;
/** `edited` is null for a new goal. */
export type SaveGoalInput = GoalsQuestion & GoalValues & Readonly<{ edited: Goal | null }>;
type Context = {
  question: GoalsQuestion;
  /** The person and month chosen during a save or removal, loaded after the response. */
  next: GoalsQuestion | null;
  goals: GoalList | null;
  /** The goal being edited or confirmed for removal. */
  edited: Goal | null;
  values: GoalValues | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events =
  | { type: 'question.changed'; question: GoalsQuestion }
  | { type: 'goals.retry' }
  | { type: 'goal.add' }
  | { type: 'goal.change'; goal: Goal }
  | { type: 'goal.remove'; goal: Goal }
  | { type: 'form.submit'; values: GoalValues }
  | { type: 'close.ask'; dirty: boolean }
  | { type: 'close.confirmed' };

const t = messages.goals;

/**
 * This Month's Goals of a person (spec 2.42, decisions 3.04): loaded, and set by those with permission.
 * Normal path: loading → shown → editing → saving → loading, or shown → asking → removing → loading.
 * Another person or month, chosen during a save, waits for the response.
 * Never: close the form before the server responds, remove a goal without confirmation, or show a late answer for another person or month.
 */
export const goalsMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as GoalsQuestion, tags: {} as 'stale' | 'form' | 'unsaved' | 'busy' },
  actors: {
    loadGoals: fromPromise<GoalList, GoalsQuestion>(missing('loadGoals')),
    saveGoal: fromPromise<Goal, SaveGoalInput>(missing('saveGoal')),
    askRemove: fromPromise<boolean, { goal: Goal }>(missing('askRemove')),
    removeGoal: fromPromise<void, { goal: Goal }>(missing('removeGoal')),
  },
  guards: {
    isOtherQuestion: ({ context }, params: { question: GoalsQuestion }) => !isSameQuestion(context.question, params.question),
    isDirty: (_, params: { dirty: boolean }) => params.dirty,
    isAgreed: (_, params: { output: boolean }) => params.output,
    hasNext: ({ context }) => context.next !== null,
    mayAdd: ({ context }) => context.goals?.can_set === true,
    mayChange: (_, { goal }: { goal: Goal }) => goal.actions.includes('change'),
    mayRemove: (_, { goal }: { goal: Goal }) => goal.actions.includes('remove'),
  },
  actions: {
    setQuestion: assign({ question: (_, params: { question: GoalsQuestion }) => params.question, next: null, error: null }),
    setNext: assign({
      next: ({ context }, { question }: { question: GoalsQuestion }) => (isSameQuestion(context.question, question) ? null : question),
    }),
    takeNext: assign(({ context }) => ({ question: context.next ?? context.question, next: null })),
    setGoals: assign((_, { goals }: { goals: GoalList }) => ({ goals, error: null })),
    setLoadError: assign((_, { error }: { error: unknown }) => ({
      goals: null,
      error: toFailure({ error, fallback: t.loadFailed }).message,
    })),
    begin: assign((_, { goal }: { goal: Goal | null }) => ({ edited: goal, values: null, error: null, fields: {} })),
    setTyped: assign((_, { values }: { values: GoalValues }) => ({ values, error: null, fields: {} })),
    setError: assign(({ context }, { error, fallback = t.failed }: { error: unknown; fallback?: string }) => ({
      edited: readNewest<Goal>(error) ?? context.edited,
      error: toFailure({ error, fallback }).message,
      fields: getFieldErrors(error),
    })),
    forgetForm: assign({ edited: null, values: null, error: null, fields: {} }),
    /** Opens the browser's dialog; a yes sends `close.confirmed`. */
    askDiscard: () => {},
    reportSaved: () => {},
    reportRemoved: () => {},
  },
}).createMachine({
  id: 'goals',
  context: ({ input }) => ({ question: input, next: null, goals: null, edited: null, values: null, error: null, fields: {} }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The goals of this person and month are on their way; any goals on the screen are dimmed.',
      tags: 'stale',
      invoke: {
        id: 'loadGoals',
        src: 'loadGoals',
        input: ({ context }) => context.question,
        onDone: { target: 'shown', actions: { type: 'setGoals', params: ({ event }) => ({ goals: event.output }) } },
        onError: { target: 'failed', actions: withError('setLoadError') },
      },
    },
    failed: { description: "The goals couldn't be loaded; the user can try again.", on: { 'goals.retry': 'loading' } },
    shown: {
      description: 'The goals are on the screen, with buttons for those who may set them.',
      on: {
        'goal.add': { guard: 'mayAdd', target: 'editing', actions: { type: 'begin', params: { goal: null } } },
        'goal.change': { guard: withEvent('mayChange'), target: 'editing', actions: withEvent('begin') },
        'goal.remove': { guard: withEvent('mayRemove'), target: 'asking', actions: withEvent('begin') },
      },
    },
    editing: {
      description: "The form for a goal is open; if the last save was refused, it shows the reason or the other person's version.",
      tags: ['form', 'unsaved'],
      on: {
        'form.submit': { target: 'saving', actions: withEvent('setTyped') },
        'close.ask': [
          { guard: withEvent('isDirty'), actions: 'askDiscard' },
          { guard: 'hasNext', target: 'loading', actions: ['takeNext', 'forgetForm'] },
          { target: 'shown', actions: 'forgetForm' },
        ],
        'close.confirmed': [
          { guard: 'hasNext', target: 'loading', actions: ['takeNext', 'forgetForm'] },
          { target: 'shown', actions: 'forgetForm' },
        ],
      },
    },
    saving: {
      description: 'The goal is on its way to the server; the form stays open until the answer.',
      tags: ['form', 'unsaved', 'busy'],
      invoke: {
        id: 'saveGoal',
        src: 'saveGoal',
        // The typed values are always set here.
        input: ({ context: { question, edited, values } }) => ({ ...question, ...(values as GoalValues), edited }),
        onDone: { target: 'loading', actions: ['reportSaved', 'takeNext', 'forgetForm'] },
        onError: { target: 'editing', actions: withError('setError') },
      },
      on: { 'question.changed': { actions: withEvent('setNext') } },
    },
    asking: {
      description: 'A dialog asks the user to confirm that the goal should be removed.',
      invoke: {
        id: 'askRemove',
        src: 'askRemove',
        input: ({ context }) => ({ goal: context.edited as Goal }),
        onDone: [
          { guard: withEvent('isAgreed'), target: 'removing' },
          { target: 'shown', actions: 'forgetForm' },
        ],
        onError: { target: 'shown', actions: 'forgetForm' },
      },
    },
    removing: {
      description: 'The removal is on its way to the server.',
      tags: 'busy',
      invoke: {
        id: 'removeGoal',
        src: 'removeGoal',
        input: ({ context }) => ({ goal: context.edited as Goal }),
        onDone: { target: 'loading', actions: ['reportRemoved', 'takeNext', 'forgetForm'] },
        onError: [
          { guard: 'hasNext', target: 'loading', actions: ['takeNext', 'forgetForm'] },
          {
            target: 'shown',
            actions: { type: 'setError', params: ({ event }) => ({ error: event.error, fallback: t.removeFailed }) },
          },
        ],
      },
      on: { 'question.changed': { actions: withEvent('setNext') } },
    },
  },
  on: {
    'question.changed': {
      guard: withEvent('isOtherQuestion'),
      target: '.loading',
      reenter: true,
      actions: [withEvent('setQuestion'), 'forgetForm'],
    },
  },
});
