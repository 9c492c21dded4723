import { csvExportMachine } from '../../../src/machines/lists/csvExport.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const csvExport: MachineCases<typeof csvExportMachine> = {
  machine: csvExportMachine,
  inputs: [undefined],
  cases: {
    'export.start': [{}],
    'xstate.done.actor.readAll': [{ output: [{ id: '1' }, { id: '2' }] }],
    'xstate.error.actor.readAll': [{ error: { status: 503 } }],
  },
  project: () => [],
};
