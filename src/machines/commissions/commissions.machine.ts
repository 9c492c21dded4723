import { assign, sendTo, setup } from 'xstate';
import type { Commission, CommissionSummary } from '../../../contract/entities/commission.ts';
import type { Scope } from '../../../contract/entities/scope.ts';
import { messages } from '../../../contract/messages.ts';
import { type DateRange, type Day, defaultRange, type Period } from '../../../contract/rules/time/period.ts';
import { type LensDays, lensMachine, readLensDays } from '../lens/lens.machine.ts';
import { listOf } from '../lists/list.machine.ts';
import type { ListInput, OpenRow } from '../lists/listQuestion.ts';
import { periodMachine } from '../lists/period.machine.ts';
import { withEvent } from '../support/params.ts';

/** The amounts and shares of the summary; each has its own explanation. */
export const summaryFigures = [
  ...(['total_commission', 'period_commission', 'total_adjustments'] as const),
  ...(['total_commission_earned', 'total_commission_paid', 'total_commission_due'] as const),
  ...(['total_commission_not_yet_due', 'total_commission_overpaid', 'quota_amount', 'quota_attainment'] as const),
  ...(['period_net_revenue', 'base_revenue', 'over_quota_revenue', 'total_commissionable_sales'] as const),
  ...(['effective_commission_rate', 'average_deal_size', 'ytd_progress', 'ytd_target'] as const),
] as const satisfies readonly (keyof CommissionSummary)[];
export type SummaryFigure = (typeof summaryFigures)[number];
/** The dialogs of the page: a tool, or the explanation of a summary figure. */
export const pageDialogs = ['statement', 'projection', 'why-not', 'own-sheet', ...summaryFigures] as const;
export type PageDialog = (typeof pageDialogs)[number];
/** `ask`: the initial question of a tool that accepts one. */
type OpenLayer = Readonly<{ dialog: PageDialog; ask?: string }>;

type Context = {
  opening: Readonly<{ today: Day; period: Period; lens: LensDays; list: Omit<ListInput, 'fallback' | 'part'> }>;
  range: DateRange;
  /** The past day shown; null for the current state. */
  asOf: Day | null;
  /** The user, if they may see only their own records; otherwise null. */
  userId: string | null;
  /** The scope of records, for users who may see others' records. */
  scope: Scope;
  dialog: PageDialog | null;
  ask: string;
};
type Events = ({ type: 'dialog.open' } & OpenLayer) | { type: 'dialog.close' } | { type: 'scope.changed'; scope: Scope };
type Input = {
  today: Day;
  period?: Period | undefined;
  userId: string | null;
  scope?: Scope;
  over?: OpenLayer | null;
  lens?: LensDays;
  list: Context['opening']['list'];
};

/** spec 7.20, decisions 3.09: always both dates; `user_id` for a salesperson; the team scope if a manager chose it. */
const toFixedQuestion = ({
  range: { start_date, end_date },
  userId,
  scope,
  asOf,
}: Pick<Context, 'range' | 'userId' | 'scope' | 'asOf'>) => ({
  start_date,
  end_date,
  ...(userId === null ? {} : { user_id: userId }),
  ...(scope === 'company' ? {} : { scope }),
  ...(asOf === null ? {} : { asOf }),
});

/**
 * The Commissions page: its period, the as-of day, the list of records, and the dialog or record open over them (spec 2.34, 2.35, 4.05).
 * Normal path: browsing ⇄ covered; the list reloads when the period or the day changes.
 * Never: open two things over the page. A dialog closes the open record, and a record opened by a URL closes the dialog.
 */
export const commissionsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as Input,
    children: {} as { period: 'period'; lens: 'lens'; list: 'list' },
  },
  actors: { period: periodMachine, lens: lensMachine, list: listOf<Commission, CommissionSummary>() },
  guards: {
    isOpened: (_, params: { opened: OpenRow | null }) => params.opened !== null,
    isCovered: ({ context }) => context.dialog !== null,
    isOther: ({ context }, { dialog, ask = '' }: OpenLayer) => dialog !== context.dialog || ask !== context.ask,
  },
  actions: {
    setRange: assign({ range: (_, { period }: { period: DateRange }) => period }),
    keepScope: assign({ scope: (_, params: { scope: Scope }) => params.scope }),
    setAsOf: assign({ asOf: (_, params: { asOf: Day | null }) => params.asOf }),
    /** The list sends no request if period and day are unchanged. */
    askList: sendTo('list', ({ context }) => ({ type: 'part.changed', part: toFixedQuestion(context) })),
    setDialog: assign((_, { dialog, ask = '' }: OpenLayer) => ({ dialog, ask })),
    forgetDialog: assign({ dialog: null, ask: '' }),
    closeRow: sendTo('list', { type: 'row.close' }),
  },
}).createMachine({
  id: 'commissions',
  context: ({
    input: {
      today,
      period = { mode: 'month', ...defaultRange(today) },
      userId,
      scope = 'company',
      over,
      lens = { asOf: null, comparedDay: null },
      list,
    },
  }) => ({
    opening: { today, period, lens, list },
    range: period,
    asOf: readLensDays(lens, today).asOf,
    userId,
    scope,
    dialog: over?.dialog ?? null,
    ask: over?.ask ?? '',
  }),
  invoke: [
    {
      id: 'list',
      src: 'list',
      input: ({ context }) => ({
        ...context.opening.list,
        part: toFixedQuestion(context),
        fallback: messages.commissions.failed,
      }),
      onSnapshot: {
        guard: { type: 'isOpened', params: ({ event }) => event.snapshot.context },
        target: '.browsing',
        actions: 'forgetDialog',
      },
    },
    {
      id: 'period',
      src: 'period',
      input: ({ context }) => context.opening,
      onSnapshot: { actions: [{ type: 'setRange', params: ({ event }) => event.snapshot.context }, 'askList'] },
    },
    {
      id: 'lens',
      src: 'lens',
      input: ({ context: { opening } }) => ({ today: opening.today, ...opening.lens }),
      onSnapshot: { actions: [{ type: 'setAsOf', params: ({ event }) => event.snapshot.context }, 'askList'] },
    },
  ],
  on: { 'scope.changed': { actions: [withEvent('keepScope'), 'askList'] } },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decision point: the page opens with the dialog that its URL names, or without one.',
      always: [{ guard: 'isCovered', target: 'covered' }, { target: 'browsing' }],
    },
    browsing: {
      description: 'The records and totals of the period are in front, and one record can be open next to them.',
      on: { 'dialog.open': { target: 'covered', actions: [withEvent('setDialog'), 'closeRow'] } },
    },
    covered: {
      description: 'A dialog lies over the page: a tool such as the statement, or the explanation of a total.',
      on: {
        'dialog.open': { guard: withEvent('isOther'), actions: withEvent('setDialog') },
        'dialog.close': { target: 'browsing', actions: 'forgetDialog' },
      },
    },
  },
});
