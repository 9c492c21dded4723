import type { PayPeriod } from '../../../contract/entities/payPeriod.ts';
import { payPeriodsMachine } from '../../../src/machines/payPeriods/payPeriods.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const period = (id: string, state: PayPeriod['state'], actions: PayPeriod['actions']): PayPeriod => ({
  id,
  label: id,
  start_date: `${id}-01`,
  end_date: `${id}-28`,
  state,
  records: 12,
  total_commission: 6500,
  blockers: actions.includes('close') || state === 'closed' ? [] : [`${id} is not over yet.`],
  actions,
  closed_at: state === 'closed' ? '2026-10-05T16:00:00Z' : null,
  closed_by: state === 'closed' ? 'Fay Finance' : null,
  reason: null,
  hash: state === 'closed' ? 'a1b2c3d4e5f6' : null,
});
export const months = [
  period('2026-11', 'open', ['review']),
  period('2026-10', 'review', ['close', 'back']),
  period('2026-09', 'closed', ['reopen']),
];

export const check = (unchanged: boolean) => ({ hash: 'a1b2c3d4e5f6', unchanged, checked_at: '2026-11-21T12:00:00Z' });

export const payPeriods: MachineCases<typeof payPeriodsMachine> = {
  machine: payPeriodsMachine,
  inputs: [undefined],
  cases: {
    'step.choose': [
      { step: { id: '2026-11', action: 'review' } },
      { step: { id: '2026-11', action: 'close' } },
      { step: { id: '2026-10', action: 'close' } },
      { step: { id: '2026-10', action: 'back' } },
      { step: { id: '2026-09', action: 'reopen' } },
    ],
    'hash.check': [{ id: '2026-09' }, { id: '2026-11' }],
    'periods.retry': [{}],
    'xstate.done.actor.loadPeriods': [{ output: months }],
    'xstate.error.actor.loadPeriods': [{ error: { status: 500 } }],
    'xstate.done.actor.confirmClose': [{ output: true }, { output: false }],
    'xstate.error.actor.confirmClose': [{ error: new Error('no window') }],
    'xstate.done.actor.askReason': [{ output: 'A late invoice' }, { output: ' no ' }, { output: null }],
    'xstate.error.actor.askReason': [{ error: new Error('no window') }],
    'xstate.done.actor.checkKept': [{ output: check(true) }, { output: check(false) }],
    'xstate.error.actor.checkKept': [{ error: { status: 500 } }],
    'xstate.done.actor.saveStep': [{ output: undefined }],
    'xstate.error.actor.saveStep': [{ error: { status: 409, data: { message: 'Two adjustments wait.' } } }, { error: { status: 422 } }],
  },
  project: ({ periods, step, checked, error }) => [periods.length, step, checked, error],
};
