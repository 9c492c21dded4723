import { type AnyEventObject, assign, enqueueActions, fromCallback, fromPromise, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { missing } from '../support/missing.ts';
import { withEvent } from '../support/params.ts';

/** The figures of one person; null if the request failed. */
export type MemberFigures = Readonly<{
  total_sales: number;
  total_commission: number;
  deals_closed: number;
  quota_amount: number;
  quota_attainment: number | null;
}>;
type Context = {
  /** Ids of the people whose figures are requested, in order. */
  people: readonly string[];
  waiting: readonly string[];
  underWay: readonly string[];
  figures: Readonly<Record<string, MemberFigures | null>>;
  sample: boolean;
};
type Events = { type: 'person.answered'; id: string; figures: MemberFigures } | { type: 'person.failed'; id: string };
/** `sample`: the list of people failed to load, so the specified sample is shown (spec 8.15). */
export type TeamLoaded = Readonly<{ sample: boolean; figures: Context['figures'] }>;

const removeId = (ids: readonly string[], id: string): readonly string[] => ids.filter((otherId) => otherId !== id);

/**
 * The Team Dashboard without `team-summary`: loads the people, then their figures, a few people at a time (spec 7.34, decisions 1.04).
 * Normal path: listing → loading → shown; sampled if the people couldn't be loaded.
 * Never: run more than `limits.team.atOnce` requests at once, or count an answer twice.
 */
export const teamLoadingMachine = setup({
  types: { context: {} as Context, events: {} as Events, output: {} as TeamLoaded },
  actors: {
    /** Resolves to the ids of the people. */
    loadPeople: fromPromise<readonly string[]>(missing('loadPeople')),
    /** Receives `person.ask` with an id and sends `person.answered` or `person.failed`. Its cleanup cancels all requests. */
    askPeople: fromCallback<AnyEventObject>(() => {
      throw new Error('askPeople not provided');
    }),
  },
  guards: {
    isUnderWay: ({ context }, { id }: { id: string }) => context.underWay.includes(id),
    isEveryoneLoaded: ({ context }) => context.waiting.length + context.underWay.length === 0,
  },
  actions: {
    setPeople: assign((_, { people }: { people: readonly string[] }) => ({ people, waiting: people })),
    setFigures: assign(({ context }, { id, figures }: { id: string; figures: MemberFigures }) => ({
      figures: { ...context.figures, [id]: figures },
      underWay: removeId(context.underWay, id),
    })),
    setFailure: assign(({ context }, { id }: { id: string }) => ({
      figures: { ...context.figures, [id]: null },
      underWay: removeId(context.underWay, id),
    })),
    markSample: assign({ sample: true }),
    askNext: enqueueActions(({ context: { waiting, underWay }, enqueue }) => {
      const next = waiting.slice(0, limits.team.atOnce - underWay.length);
      enqueue.assign({ waiting: waiting.slice(next.length), underWay: [...underWay, ...next] });
      for (const id of next) enqueue.sendTo('askPeople', { type: 'person.ask', id });
    }),
  },
}).createMachine({
  id: 'teamLoading',
  context: { people: [], waiting: [], underWay: [], figures: {}, sample: false },
  output: ({ context: { sample, figures } }: { context: Context }) => ({ sample, figures }),
  initial: 'listing',
  states: {
    listing: {
      description: 'The list of people is on its way.',
      invoke: {
        id: 'loadPeople',
        src: 'loadPeople',
        onDone: { target: 'loading', actions: { type: 'setPeople', params: ({ event }) => ({ people: event.output }) } },
        onError: { target: 'sampled', actions: 'markSample' },
      },
    },
    loading: {
      description: "Each person's figures are requested, a few people at a time.",
      invoke: { id: 'askPeople', src: 'askPeople', onError: { target: 'sampled', actions: 'markSample' } },
      entry: 'askNext',
      always: { guard: 'isEveryoneLoaded', target: 'shown' },
      on: {
        'person.answered': { guard: withEvent('isUnderWay'), actions: [withEvent('setFigures'), 'askNext'] },
        'person.failed': { guard: withEvent('isUnderWay'), actions: [withEvent('setFailure'), 'askNext'] },
      },
    },
    shown: { description: 'All requests are answered; people whose request failed have no figures.', type: 'final' },
    sampled: { description: "The people couldn't be loaded, so the dashboard shows sample data.", type: 'final' },
  },
});
