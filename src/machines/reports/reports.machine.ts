import { sendTo, setup } from 'xstate';
import type { Report } from '../../../contract/entities/report.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { listOf } from '../lists/list.machine.ts';
import type { ListInput } from '../lists/listQuestion.ts';

/** An action on a report in the list. */
export type ReportRowAction = Readonly<{ kind: 'download' | 'retry' | 'remove'; report: Report }>;
type InitialList = Pick<ListInput, 'filters' | 'search' | 'page' | 'opened' | 'sort'>;
type Context = { opening: InitialList };
type Events = { type: 'work.seen' } | { type: 'work.ended' } | { type: 'report.requested' };

const defaultSort = { key: 'created_at', direction: 'desc' } as const;

/**
 * The list of reports (spec 2.59, decisions 2.18), polled while one of its reports is being generated.
 * Normal path: resting ⇄ watching, depending on whether the page contains a report in progress.
 * Never: poll without a report in progress, or give up because one poll failed.
 */
export const reportsMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { opening: InitialList }, children: {} as { list: 'list' } },
  actors: { list: listOf<Report, unknown, ReportRowAction>() },
  actions: { reload: sendTo('list', { type: 'list.reload' }) },
  delays: { poll: limits.reports.pollMs },
}).createMachine({
  id: 'reports',
  context: ({ input }) => ({ opening: input.opening }),
  invoke: {
    id: 'list',
    src: 'list',
    input: ({ context: { opening } }) => ({
      ...opening,
      sort: opening.sort ?? defaultSort,
      defaultSort,
      searches: 'all' as const,
      sorts: 'all' as const,
      pageSize: limits.reports.pageSize,
      fallback: messages.reports.failed,
    }),
  },
  initial: 'resting',
  states: {
    resting: { description: 'Every report on the page is finished, so nothing is checked.', on: { 'work.seen': 'watching' } },
    watching: {
      description: "A report on the page is still being written; the list refreshes until it's finished.",
      after: { poll: { target: 'watching', reenter: true, actions: 'reload' } },
      on: { 'work.ended': 'resting' },
    },
  },
  on: { 'report.requested': { actions: 'reload' } },
});
