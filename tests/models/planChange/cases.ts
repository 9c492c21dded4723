import type { PlanChangeContent, PlanChangeNotice } from '../../../contract/entities/configChange.ts';
import { planChangeMachine } from '../../../src/machines/settings/planChange.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

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

export const planChange = deskCasesOf<typeof planChangeMachine>({
  parts: ['newest'],
  machine: planChangeMachine,
  inputs: [undefined],
  cases: {
    'step.submit': [{ step: 'acknowledge' }],
    'xstate.done.actor.load': [{ output: unread }, { output: read }],
    'xstate.error.actor.load': [{ error: {} }],
    'xstate.done.actor.save': [{ output: read }],
    'xstate.error.actor.save': [{ error: {} }, { error: { status: 403 } }],
  },
  project: ({ content, error }) => [content?.acknowledged_at, error !== null],
});
