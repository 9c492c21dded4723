import { sendTo, setup } from 'xstate';
import type { Report } from '../../../contract/entities/report.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { listOf } from '../lists/list.machine.ts';
import type { ListInput } from '../lists/listQuestion.ts';

/** What is done with a report of the list. */
export type ReportAct = Readonly<{ kind: 'download' | 'retry' | 'remove'; report: Report }>;
type Opening = Pick<ListInput, 'filters' | 'search' | 'page' | 'opened' | 'sort'>;
type Context = { opening: Opening };
type Events = { type: 'work.seen' } | { type: 'work.ended' } | { type: 'report.requested' };

const usualSort = { key: 'created_at', direction: 'desc' } as const;

/**
 * Reports as a list (spec 2.59, decisions 2.18): the list, and a look at it again and again while something on it is being written.
 * Normal path: resting ⇄ watching, as the page shows reports that are being written or none.
 * Never: ask while nothing is being written, or give up because one look failed.
 */
export const reportsMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { opening: Opening }, children: {} as { list: 'list' } },
  actors: { list: listOf<Report, unknown, ReportAct>() },
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
      sort: opening.sort ?? usualSort,
      usualSort,
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
