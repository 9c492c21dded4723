import { assign, sendTo, setup } from 'xstate';
import type { Commission, CommissionSummary } from '../../../contract/entities/commission.ts';
import { messages } from '../../../contract/messages.ts';
import { type DateRange, type Day, defaultRange, type Period } from '../../../contract/rules/time/period.ts';
import { listOf } from '../lists/list.machine.ts';
import type { ListInput, Opened } from '../lists/listQuestion.ts';
import { periodMachine } from '../lists/period.machine.ts';
import { ofEvent } from '../support/params.ts';

/** An amount or a share of the summary: what has a reason of its own. */
export type SummaryFigure = Exclude<
  keyof CommissionSummary,
  | 'commission_status'
  | 'base_commission_rate'
  | 'over_quota_commission_rate'
  | 'pending'
  | 'by_status'
  | 'quota_days'
  | 'without_record'
  | 'positive_records'
  | 'positive_net_revenue'
  | 'next_rate'
>;
/** What opens over the page: a tool, or why a figure of the summary is what it is. */
export type PageDialog = 'statement' | 'projection' | 'why-not' | SummaryFigure;

type Context = {
  opening: Readonly<{ today: Day; period: Period; list: Omit<ListInput, 'fallback' | 'part'> }>;
  /** The user, where they may see nobody else. */
  userId: string | null;
  dialog: PageDialog | null;
};
type Events = { type: 'dialog.open'; dialog: PageDialog } | { type: 'dialog.close' };
type Input = { today: Day; period?: Period | undefined; userId: string | null; list: Context['opening']['list'] };

/** spec 7.20: both dates always; user_id for a salesperson. */
const partOf = ({ start_date, end_date }: DateRange, userId: string | null) => ({
  start_date,
  end_date,
  ...(userId === null ? {} : { user_id: userId }),
});

/**
 * The Commissions page: a period, the list of its records, and what stands over both (spec 2.34, 2.35, 4.05).
 * Normal path: browsing; the period moves and the list asks again; a tool or a reason opens over the page and closes.
 * Never: have two things stand over the page. A dialog closes the open record, and a record that an address leads to the dialog.
 */
export const commissionsMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as Input, children: {} as { period: 'period'; list: 'list' } },
  actors: { period: periodMachine, list: listOf<Commission, CommissionSummary>() },
  guards: { isOpened: (_, params: { opened: Opened | null }) => params.opened !== null },
  actions: {
    /** The list asks nothing where the period is as it was. */
    relayPeriod: sendTo('list', ({ context }, { period }: { period: DateRange }) => ({
      type: 'part.changed',
      part: partOf(period, context.userId),
    })),
    keepDialog: assign({ dialog: (_, params: { dialog: PageDialog }) => params.dialog }),
    forgetDialog: assign({ dialog: null }),
    closeRow: sendTo('list', { type: 'row.close' }),
  },
}).createMachine({
  id: 'commissions',
  context: ({ input: { today, period, userId, list } }) => ({
    opening: { today, period: period ?? { mode: 'month', ...defaultRange(today) }, list },
    userId,
    dialog: null,
  }),
  invoke: [
    {
      id: 'list',
      src: 'list',
      input: ({ context: { opening, userId } }) => ({
        ...opening.list,
        part: partOf(opening.period, userId),
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
      onSnapshot: { actions: { type: 'relayPeriod', params: ({ event }) => event.snapshot.context } },
    },
  ],
  initial: 'browsing',
  states: {
    browsing: { on: { 'dialog.open': { target: 'covered', actions: [ofEvent('keepDialog'), 'closeRow'] } } },
    covered: { on: { 'dialog.close': { target: 'browsing', actions: 'forgetDialog' } } },
  },
});
