import { sendTo, setup } from 'xstate';
import type { ImportRun } from '../../../contract/entities/import.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { listOf } from '../lists/list.machine.ts';
import type { ListInput } from '../lists/listQuestion.ts';

type InitialList = Pick<ListInput, 'filters' | 'search' | 'page' | 'opened'>;
type Context = { opening: InitialList };
type Events = { type: 'upload.open' } | { type: 'upload.closed' } | { type: 'upload.ended'; id: string } | { type: 'run.changed' };

/**
 * Imports and their runs (decisions 7.07): a list, with the upload of a new file over it.
 * Normal path: browsing → adding → browsing, with the new run open next to the list.
 * Never: lose sight of an uploaded file.
 */
export const importsMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { opening: InitialList }, children: {} as { list: 'list' } },
  actors: { list: listOf<ImportRun>() },
  actions: {
    reload: sendTo('list', { type: 'list.reload' }),
    openRun: sendTo('list', (_, { id }: { id: string }) => ({ type: 'row.open' as const, opened: { id, pane: '' } })),
  },
}).createMachine({
  id: 'imports',
  context: ({ input }) => ({ opening: input.opening }),
  invoke: {
    id: 'list',
    src: 'list',
    input: ({ context }) => ({
      pageSize: limits.imports.pageSize,
      fallback: messages.imports.loadFailed,
      searches: 'all' as const,
      sorts: 'page' as const,
      ...context.opening,
    }),
  },
  initial: 'browsing',
  states: {
    browsing: { description: 'The list of imports is in front, and one of them can be open next to it.', on: { 'upload.open': 'adding' } },
    adding: {
      description: 'The upload dialog lies over the list.',
      on: {
        'upload.closed': 'browsing',
        'upload.ended': {
          target: 'browsing',
          actions: ['reload', { type: 'openRun', params: ({ event }) => ({ id: event.id }) }],
        },
      },
    },
  },
  on: { 'run.changed': { actions: 'reload' } },
});
