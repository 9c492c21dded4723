import { fromPromise, setup } from 'xstate';
import { missing } from '../support/missing.ts';
import { withError } from '../support/params.ts';

type Context = Record<string, never>;
type Events = { type: 'export.start' };

/**
 * Exports a table as a file: every matching row, not only the current page (decisions 8.02).
 * Normal path: idle → reading → idle, with the file passed to the browser.
 * Never: produce an incomplete file because a page failed to load.
 */
export const csvExportMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: { readAll: fromPromise<readonly unknown[]>(missing('readAll')) },
  actions: {
    download: (_, _params: { rows: readonly unknown[] }) => {},
    reportFailure: (_, _params: { error: unknown }) => {},
  },
}).createMachine({
  id: 'csvExport',
  context: {},
  initial: 'idle',
  states: {
    idle: { description: 'The export button is ready.', on: { 'export.start': 'reading' } },
    reading: {
      description: "All matching rows are being loaded; the browser gets the file once it's complete.",
      invoke: {
        id: 'readAll',
        src: 'readAll',
        onDone: { target: 'idle', actions: { type: 'download', params: ({ event }) => ({ rows: event.output }) } },
        onError: { target: 'idle', actions: withError('reportFailure') },
      },
    },
  },
});
