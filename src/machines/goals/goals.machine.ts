import { assign, fromPromise, setup } from 'xstate';
import type { Goal, GoalKind, GoalList } from '../../../contract/entities/goal.ts';
import { messages } from '../../../contract/messages.ts';
import { isSameQuestion } from '../lists/sameQuestion.ts';
import { newestIn } from '../support/conflict.ts';
import { failureOf, fieldErrorsOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

/** A person's goals of a month; `month` is its first day. */
export type GoalsQuestion = Readonly<{ userId: string; month: string }>;
export type GoalTyped = Readonly<{ kind: GoalKind; target: number }>;
/** `edited` is null for a new goal. */
export type GoalSaving = GoalsQuestion & GoalTyped & Readonly<{ edited: Goal | null }>;
type Context = {
  question: GoalsQuestion;
  /** Chosen during a save or removal; loaded after the response. */
  next: GoalsQuestion | null;
  goals: GoalList | null;
  /** The goal being edited or confirmed for removal. */
  edited: Goal | null;
  typed: GoalTyped | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events =
  | { type: 'question.changed'; question: GoalsQuestion }
  | { type: 'goals.retry' }
  | { type: 'goal.add' }
  | { type: 'goal.change'; goal: Goal }
  | { type: 'goal.remove'; goal: Goal }
  | { type: 'form.submit'; typed: GoalTyped }
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
    saveGoal: fromPromise<Goal, GoalSaving>(missing('saveGoal')),
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
    keepQuestion: assign({ question: (_, params: { question: GoalsQuestion }) => params.question, next: null, error: null }),
    keepNext: assign({
      next: ({ context }, { question }: { question: GoalsQuestion }) => (isSameQuestion(context.question, question) ? null : question),
    }),
    takeNext: assign(({ context }) => ({ question: context.next ?? context.question, next: null })),
    keepGoals: assign((_, { goals }: { goals: GoalList }) => ({ goals, error: null })),
    keepLoadError: assign((_, { error }: { error: unknown }) => ({
      goals: null,
      error: failureOf({ error, fallback: t.loadFailed }).message,
    })),
    begin: assign((_, { goal }: { goal: Goal | null }) => ({ edited: goal, typed: null, error: null, fields: {} })),
    keepTyped: assign((_, { typed }: { typed: GoalTyped }) => ({ typed, error: null, fields: {} })),
    keepError: assign(({ context }, { error, fallback = t.failed }: { error: unknown; fallback?: string }) => ({
      edited: newestIn<Goal>(error) ?? context.edited,
      error: failureOf({ error, fallback }).message,
      fields: fieldErrorsOf(error),
    })),
    forgetForm: assign({ edited: null, typed: null, error: null, fields: {} }),
    /** The browser's dialog; a yes comes back as `close.confirmed`. */
    askDiscard: () => {},
    reportSaved: () => {},
    reportRemoved: () => {},
  },
}).createMachine({
  id: 'goals',
  context: ({ input }) => ({ question: input, next: null, goals: null, edited: null, typed: null, error: null, fields: {} }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The goals of this person and month are on their way; any goals on the screen are dimmed.',
      tags: 'stale',
      invoke: {
        id: 'loadGoals',
        src: 'loadGoals',
        input: ({ context }) => context.question,
        onDone: { target: 'shown', actions: { type: 'keepGoals', params: ({ event }) => ({ goals: event.output }) } },
        onError: { target: 'failed', actions: ofError('keepLoadError') },
      },
    },
    failed: { description: "The goals couldn't be loaded; the user can try again.", on: { 'goals.retry': 'loading' } },
    shown: {
      description: 'The goals are on the screen, with buttons for those who may set them.',
      on: {
        'goal.add': { guard: 'mayAdd', target: 'editing', actions: { type: 'begin', params: { goal: null } } },
        'goal.change': { guard: ofEvent('mayChange'), target: 'editing', actions: ofEvent('begin') },
        'goal.remove': { guard: ofEvent('mayRemove'), target: 'asking', actions: ofEvent('begin') },
      },
    },
    editing: {
      description: "The form for a goal is open; if the last save was refused, it shows the reason or the other person's version.",
      tags: ['form', 'unsaved'],
      on: {
        'form.submit': { target: 'saving', actions: ofEvent('keepTyped') },
        'close.ask': [
          { guard: ofEvent('isDirty'), actions: 'askDiscard' },
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
        input: ({ context: { question, edited, typed } }) => ({ ...question, ...(typed as GoalTyped), edited }),
        onDone: { target: 'loading', actions: ['reportSaved', 'takeNext', 'forgetForm'] },
        onError: { target: 'editing', actions: ofError('keepError') },
      },
      on: { 'question.changed': { actions: ofEvent('keepNext') } },
    },
    asking: {
      description: 'A dialog asks the user to confirm that the goal should be removed.',
      invoke: {
        id: 'askRemove',
        src: 'askRemove',
        input: ({ context }) => ({ goal: context.edited as Goal }),
        onDone: [
          { guard: ofEvent('isAgreed'), target: 'removing' },
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
            actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: t.removeFailed }) },
          },
        ],
      },
      on: { 'question.changed': { actions: ofEvent('keepNext') } },
    },
  },
  on: {
    'question.changed': {
      guard: ofEvent('isOtherQuestion'),
      target: '.loading',
      reenter: true,
      actions: [ofEvent('keepQuestion'), 'forgetForm'],
    },
  },
});
