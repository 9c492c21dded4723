import type { ConfigChange, ConfigImpact } from '../../../contract/entities/configChange.ts';
import { configChangeMachine } from '../../../src/machines/settings/configChange.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const impact: ConfigImpact = {
  as_of: '2026-11-21T12:00:00Z',
  effective_date: '2026-10-01',
  commissionsConfig: '{}',
  records: 12,
  people: 2,
  total_before: 3500,
  total_after: 4200,
  attainment_before: 0.7,
  attainment_after: 0.7,
  counters: { kept: 2, restarted: 0, quotas: 1 },
  closed_months: ['2026-06-01', '2026-08-01', '2026-09-01'],
  closed_untouched: 3,
  by_user: [
    {
      user_id: '7',
      name: 'Sam Seller',
      records: 12,
      before: 3500,
      after: 4200,
      quota_before: 100_000,
      quota_after: 110_217.39,
      attainment_before: 0.7,
      attainment_after: 0.7,
    },
  ],
};
export const computing: ConfigChange = { id: '5', status: 'computing', done: 3, total: 20, error: null, impact: null };
export const computed: ConfigChange = { ...computing, status: 'computed', done: 20, impact };
export const failed: ConfigChange = { ...computing, status: 'failed', error: 'The figures could not be read.' };
export const settings = { id: '1', companyName: 'Acme', commissionsConfig: '{}', version: 5 };
export const request = { companyName: 'Acme', commissionsConfig: '{ }', version: 4 };
export const closedMonth = {
  status: 422,
  data: { message: 'September 2026 is closed.', errors: { effective_date: 'September 2026 is closed.' } },
};
export const conflict = { status: 409, data: { code: 'stale_version', message: 'Somebody else saved the settings.' } };

export const configChange: MachineCases<typeof configChangeMachine> = {
  machine: configChangeMachine,
  inputs: [{ request, day: '' }],
  cases: {
    'day.choose': [{ day: '2026-10-01' }],
    'impact.ask': [{}],
    'impact.retry': [{}],
    'day.change': [{}],
    'total.type': [{ text: '$4,200.00' }, { text: '4' }],
    'change.confirm': [{}],
    'xstate.done.actor.requestChange': [{ output: computing }],
    'xstate.error.actor.requestChange': [{ error: closedMonth }],
    'xstate.after.poll.configChange.waiting': [{}],
    'xstate.done.actor.findChange': [{ output: computed }, { output: failed }, { output: computing }],
    'xstate.error.actor.findChange': [{ error: {} }],
    'xstate.done.actor.confirmChange': [{ output: settings }],
    'xstate.error.actor.confirmChange': [{ error: conflict }],
  },
  project: ({ day, change, typedTotal: total, error }) => [day, change?.status, total, error !== null],
};
