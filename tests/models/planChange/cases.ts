import type { PlanChangeContent, PlanChangeNotice } from '../../../contract/entities/configChange.ts';
import { planChangeMachine } from '../../../src/machines/settings/planChange.machine.ts';
import type { MachineCases } from '../support/walk.ts';

const content: PlanChangeContent = {
  version: 3,
  effective_date: '2026-11-01',
  person: 'Sam Seller',
  before: ['Plan', 'Net revenue up to the quota earns 5.0%.'],
  after: ['Plan', 'Net revenue up to the quota earns 6.0%.'],
  figures: { records: 1, before: 1500, after: 1800, attainment_before: 0.3, attainment_after: 0.3 },
};
export const unread: PlanChangeNotice = { version: 3, content: JSON.stringify(content), sha256: 'ab'.repeat(32), acknowledged_at: null };
export const read: PlanChangeNotice = { ...unread, acknowledged_at: '2026-11-21T12:00:00Z' };

export const planChange: MachineCases<typeof planChangeMachine> = {
  machine: planChangeMachine,
  inputs: [{ version: '3' }],
  cases: {
    'change.retry': [{}],
    'change.acknowledge': [{}],
    'xstate.done.actor.loadChange': [{ output: unread }, { output: read }],
    'xstate.error.actor.loadChange': [{ error: {} }],
    'xstate.done.actor.acknowledgeChange': [{ output: read }],
    'xstate.error.actor.acknowledgeChange': [{ error: {} }],
  },
  project: ({ notice, error }) => [notice?.acknowledged_at, error !== null],
};
