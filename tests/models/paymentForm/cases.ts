import type { Payment } from '../../../contract/entities/payment.ts';
import { paymentFormMachine } from '../../../src/machines/payments/paymentForm.machine.ts';
import { formCasesOf } from '../support/editedForm.ts';

export const payment: Payment = {
  id: 'cp-12',
  type: 'customer_payment',
  invoice_id: '4',
  invoice_number: 'F-00004',
  customer_id: '3',
  customer_name: 'Acme School',
  user_id: null,
  user_name: null,
  amount: 100,
  payment_date: '2026-11-10',
  payment_method: 'ACH',
  reference: 'ACH-1',
  status: 'completed',
  notes: null,
  unapplied: 0,
  drawn: 0,
  recovered: 0,
  reversal_of: null,
  reversed_by: null,
  failure: null,
  run_id: null,
  self_approved: false,
  source: null,
  created_by: 'Fay Finch',
  approved_by: null,
  created_at: '2026-11-10T12:00:00Z',
  version: 3,
  actions: ['fail', 'reverse', 'allocate'],
};
export const duplicateRefusal = { status: 409, data: { code: 'payment_duplicate', message: 'Recorded already.', current: payment } };
export const stale = {
  status: 409,
  data: { code: 'stale_version', message: 'Somebody else was faster.', current: { ...payment, version: 7 } },
};
export const refused = { status: 422, data: { message: 'Amount is required', errors: { amount: 'Amount is required' } } };
export const body = { amount: '100.00' };
export const recording = { edited: null };
export const changing = { edited: { id: 'cp-12', version: 3 } };

export const paymentForm = formCasesOf<typeof paymentFormMachine>({
  asks: true,
  machine: paymentFormMachine,
  inputs: [recording, changing],
  cases: {
    'form.submit': [{ body }],
    'question.confirm': [{ body }, { body: { amount: '90.00' } }],
    'question.deny': [{}],
    'xstate.done.actor.saveForm': [{ output: payment }],
    'xstate.error.actor.saveForm': [{ error: duplicateRefusal }, { error: stale }, { error: refused }, { error: {} }],
  },
  project: ({ edited, error, question, newest }) => [edited, error, question !== null, newest !== null],
});
