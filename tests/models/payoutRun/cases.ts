import type { PayoutRun, PayoutRunPerson } from '../../../contract/entities/payoutRun.ts';
import { payoutRunMachine } from '../../../src/machines/payouts/payoutRun.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

const sam: PayoutRunPerson = {
  user_id: '7',
  user_name: 'Sam Seller',
  email: 'sam@example.test',
  outcome: 'paid',
  due: 6500,
  kept: 0,
  overpaid: 0,
  drawn: 0,
  recovered: 0,
  proposed: 6500,
  amount: 6500,
  last_amount: null,
  waiting: 0,
  reason: null,
  changed_by: null,
  payment_id: 'po-9',
  payment_version: 1,
  reversed_by: null,
  status: 'pending',
  failure: null,
  actions: [],
  left: false,
  left_on: null,
  statement: null,
};
export const proposed: PayoutRun = {
  id: '3',
  month: '2026-10',
  pay_on: '2026-11-30',
  reference: 'PAY-2026-10-20261130',
  status: 'proposed',
  people: 1,
  amount: 6500,
  created_by: 'Fay Finch',
  approved_by: null,
  self_approved: false,
  created_at: '2026-11-21T12:00:00Z',
  version: 1,
  last: null,
  data: [sam],
  actions: ['change', 'approve', 'cancel'],
  history: [],
};
export const approved: PayoutRun = {
  ...proposed,
  status: 'approved',
  version: 2,
  actions: ['complete'],
  data: [{ ...sam, status: 'processing', actions: ['complete', 'fail'] }],
};
/** All of its remaining payouts failed. */
export const failedRun: PayoutRun = {
  ...approved,
  version: 3,
  actions: ['close'],
  data: [{ ...sam, status: 'failed', failure: 'Account closed', actions: ['retry'] }],
};
export const completed: PayoutRun = {
  ...approved,
  status: 'completed',
  version: 3,
  actions: [],
  data: [{ ...sam, status: 'completed', actions: ['reverse'] }],
};
export const cancelled: PayoutRun = { ...proposed, status: 'cancelled', version: 2, actions: [], data: [] };
export const refused = { status: 422, data: { message: 'A reason is required', errors: { reason: 'A reason is required' } } };
export const change = { kind: 'change', userId: '7', amount: '4000', reason: 'Agreed' } as const;
export const failing = { kind: 'person', userId: '7', step: 'fail', reason: 'Account closed' } as const;

export const closing = { kind: 'close', reason: 'Paid by hand' } as const;

export const payoutRun = deskCasesOf<typeof payoutRunMachine>({
  parts: ['form', 'confirm', 'again', 'dismiss', 'reload'],
  machine: payoutRunMachine,
  inputs: [undefined],
  cases: {
    'form.open': [{ form: { userId: '7', about: 'change' } }, { form: { userId: '7', about: 'fail' } }, { form: { about: 'close' } }],
    'form.close': [{}],
    'step.submit': ({ context: { form } }) =>
      form
        ? [{ step: change }, { step: failing }, { step: closing }]
        : [{ step: { kind: 'approve' } }, { step: { kind: 'cancel' } }, { step: { kind: 'complete' } }],
    'xstate.done.actor.confirm': [{ output: true }, { output: false }],
    'xstate.error.actor.confirm': [{ error: {} }],
    'xstate.done.actor.load': [proposed, approved, failedRun, completed, cancelled].map((output) => ({ output })),
    'xstate.error.actor.load': [{ error: {} }],
    'xstate.done.actor.save': [{}],
    'xstate.error.actor.save': [{ error: refused }, { error: { status: 409, data: { message: 'Somebody else has changed this run.' } } }],
  },
  project: ({ content, form, error }) => [content?.status, content?.actions, form?.about, error !== null],
});
