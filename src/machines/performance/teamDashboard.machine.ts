import { assign, sendTo, setup } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import type { TeamRow, TeamSummary } from '../../../contract/rules/performance/team.ts';
import { type DateRange, type Day, firstPeriod, type Period } from '../../../contract/rules/time/period.ts';
import { type LensDays, lensMachine, readLensDays } from '../lens/lens.machine.ts';
import { listOf } from '../lists/list.machine.ts';
import type { ListInput } from '../lists/listQuestion.ts';
import { createInitialPeriod, periodMachine } from '../lists/period.machine.ts';
import { withEvent } from '../support/params.ts';

type Context = {
  opening: Readonly<{
    today: Day;
    period: Period;
    includesFutureDays: boolean;
    lens: LensDays;
    list: Omit<ListInput, 'fallback' | 'part'>;
  }>;
  range: DateRange;
  /** The past day shown; null for the current state. */
  asOf: Day | null;
  /** Ids of the selected people the figures are limited to. */
  selectedUsers: readonly string[];
};
type Events = { type: 'user.toggle'; id: string } | { type: 'users.set'; ids: readonly string[] } | { type: 'filters.reset' };
type Input = {
  today: Day;
  period?: Period | undefined;
  /** True if the page shows readiness, which depends on upcoming days (decisions 6.06). */
  includesFutureDays?: boolean;
  selectedUsers: readonly string[];
  lens?: LensDays;
  list: Context['opening']['list'];
};

const toFixedQuestion = ({ range: { start_date, end_date }, asOf }: Pick<Context, 'range' | 'asOf'>) => ({
  start_date,
  end_date,
  ...(asOf === null ? {} : { asOf }),
});
const toggleId = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((otherId) => otherId !== id) : [...ids, id];

/**
 * The Team Dashboard (spec 2.41, 3.02, 4.02): a period, the as-of day, and the list of people.
 * Normal path: selectedUsers: none ⇄ some; dateRange: usual ⇄ other; the reset returns to none and usual.
 * Never: send a request because a person was selected: the figures of all people are already loaded.
 */
export const teamDashboardMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as Input,
    children: {} as { period: 'period'; lens: 'lens'; list: 'list' },
  },
  actors: { period: periodMachine, lens: lensMachine, list: listOf<TeamRow, TeamSummary>() },
  guards: {
    isDefaultRange: (_, { period, ...question }: { period: Period; today: Day; includesFutureDays: boolean }) => {
      const defaultPeriod = firstPeriod(question);
      return period.mode === 'month' && period.start_date === defaultPeriod.start_date && period.end_date === defaultPeriod.end_date;
    },
    hasSelected: ({ context }) => context.selectedUsers.length > 0,
    leavesNone: ({ context }, { id }: { id: string }) => toggleId(context.selectedUsers, id).length === 0,
    setsNone: (_, { ids }: { ids: readonly string[] }) => ids.length === 0,
  },
  actions: {
    setRange: assign({ range: (_, { period }: { period: DateRange }) => period }),
    setAsOf: assign({ asOf: (_, params: { asOf: Day | null }) => params.asOf }),
    askList: sendTo('list', ({ context }) => ({ type: 'part.changed', part: toFixedQuestion(context) })),
    toggleUser: assign({ selectedUsers: ({ context }, { id }: { id: string }) => toggleId(context.selectedUsers, id) }),
    setUsers: assign({ selectedUsers: (_, { ids }: { ids: readonly string[] }) => ids }),
    forgetUsers: assign({ selectedUsers: [] }),
    resetPeriod: sendTo('period', { type: 'period.reset' }),
  },
}).createMachine({
  id: 'teamDashboard',
  context: ({ input: { today, includesFutureDays = false, selectedUsers, lens = { asOf: null, comparedDay: null }, list, ...input } }) => ({
    opening: { today, period: createInitialPeriod({ today, includesFutureDays, ...input }), includesFutureDays, lens, list },
    range: createInitialPeriod({ today, includesFutureDays, ...input }),
    asOf: readLensDays(lens, today).asOf,
    selectedUsers,
  }),
  invoke: [
    {
      id: 'list',
      src: 'list',
      input: ({ context }) => ({ ...context.opening.list, part: toFixedQuestion(context), fallback: messages.performance.loadFailed }),
    },
    {
      id: 'lens',
      src: 'lens',
      input: ({ context: { opening } }) => ({ today: opening.today, ...opening.lens }),
      onSnapshot: { actions: [{ type: 'setAsOf', params: ({ event }) => event.snapshot.context }, 'askList'] },
    },
  ],
  type: 'parallel',
  // Ignored unless one of the states below differs from its default.
  on: { 'filters.reset': {} },
  states: {
    selectedUsers: {
      description: 'The people whose figures are added up.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Decision point: the URL may name people.',
          always: [{ guard: 'hasSelected', target: 'some' }, { target: 'none' }],
        },
        none: {
          description: 'Nobody is ticked, so the figures cover everybody.',
          on: { 'user.toggle': { target: 'some', actions: withEvent('toggleUser') } },
        },
        some: {
          description: 'At least one person is ticked, and the figures are theirs.',
          on: {
            'user.toggle': [
              { guard: withEvent('leavesNone'), target: 'none', actions: withEvent('toggleUser') },
              { actions: withEvent('toggleUser') },
            ],
            'filters.reset': { target: 'none', actions: 'forgetUsers' },
          },
        },
      },
      on: {
        // From the URL.
        'users.set': [
          { guard: withEvent('setsNone'), target: '.none', actions: withEvent('setUsers') },
          { target: '.some', actions: withEvent('setUsers') },
        ],
      },
    },
    /** spec 4.02: the default is the month to date. */
    dateRange: {
      description: 'The days that the dashboard covers.',
      invoke: {
        id: 'period',
        src: 'period',
        input: ({ context }) => context.opening,
        onSnapshot: [
          {
            guard: { type: 'isDefaultRange', params: ({ event }) => event.snapshot.context },
            target: '.usual',
            actions: [{ type: 'setRange', params: ({ event }) => event.snapshot.context }, 'askList'],
          },
          { target: '.other', actions: [{ type: 'setRange', params: ({ event }) => event.snapshot.context }, 'askList'] },
        ],
      },
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Decision point: the URL may name a period.',
          always: [{ guard: { type: 'isDefaultRange', params: ({ context }) => context.opening }, target: 'usual' }, { target: 'other' }],
        },
        usual: { description: 'The dashboard covers the current month, its default.' },
        // The period machine reports its return to the default.
        other: {
          description: 'Another period is chosen, and the reset returns to the default.',
          on: { 'filters.reset': { actions: 'resetPeriod' } },
        },
      },
    },
  },
});
