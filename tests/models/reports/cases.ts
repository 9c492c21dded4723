import { reportsMachine } from '../../../src/machines/reports/reports.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const reports: MachineCases<typeof reportsMachine> = {
  machine: reportsMachine,
  inputs: [{ opening: {} }],
  cases: { 'work.seen': [{}], 'work.ended': [{}], 'report.requested': [{}], 'xstate.after.poll.reports.watching': [{}] },
  project: () => [],
  rig: { children: { list: () => ({}) } },
};
