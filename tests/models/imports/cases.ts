import { importsMachine } from '../../../src/machines/imports/imports.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const imports: MachineCases<typeof importsMachine> = {
  machine: importsMachine,
  inputs: [{ opening: {} }],
  cases: { 'upload.open': [{}], 'upload.closed': [{}], 'upload.ended': [{ id: '12' }], 'run.changed': [{}] },
  project: () => [],
  rig: { children: { list: () => ({}) } },
};
