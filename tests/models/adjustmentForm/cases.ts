import type { Adjustment, AdjustmentBody } from '../../../contract/entities/adjustment.ts';
import { adjustmentFormMachine } from '../../../src/machines/adjustmentForm.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const body: AdjustmentBody = { adjustment_amount: '-120.50', adjustment_reason: 'Travel was billed', related_invoice_id: '31' };
export const adjustment: Adjustment = {
  id: '9',
  commission_id: '5',
  adjustment_amount: -120.5,
  adjustment_reason: 'Travel was billed',
  related_invoice_id: '31',
  invoice_number: '1042-A',
  created_by: 'Vera Voss',
  created_at: '2026-11-03T17:00:00.000Z',
  updated_at: '2026-11-03T17:00:00.000Z',
  state: 'approved',
  version: 3,
  actions: ['edit', 'void'],
};
export const refused = {
  status: 422,
  data: { message: 'Please mend it.', code: 'invalid', errors: { adjustment_reason: 'Reason is required' } },
};
export const stale = { status: 409, data: { message: 'Somebody else changed it.', code: 'stale' } };
export const closed = { status: 409, data: { message: 'November 2026 is closed.', code: 'period_closed' } };
export const failures = [{ error: refused }, { error: stale }, { error: closed }, { error: {} }];

export const creating = { edited: null, key: 'key-1' };
export const editing = { edited: { id: '9', version: 2 }, key: 'key-1' };

export const form: MachineCases<typeof adjustmentFormMachine> = {
  machine: adjustmentFormMachine,
  inputs: [creating, editing],
  cases: {
    'form.submit': [{ body }],
    'close.ask': [{ dirty: true }, { dirty: false }],
    'close.confirmed': [{}],
    'delete.ask': [{}],
    'delete.confirmed': [{}],
    'newest.load': [{}],
    'xstate.after.halfSecond.adjustmentForm.saving.pause.pausing': [{}],
    'xstate.after.halfSecond.adjustmentForm.deleting.pause.pausing': [{}],
    'xstate.done.actor.saveAdjustment': [{ output: adjustment }],
    'xstate.error.actor.saveAdjustment': failures,
    'xstate.done.actor.voidAdjustment': [{ output: undefined }],
    'xstate.error.actor.voidAdjustment': failures,
    'xstate.done.actor.loadNewest': [{ output: { ...adjustment, version: 7 } }],
    'xstate.error.actor.loadNewest': [{ error: {} }],
  },
  project: ({ edited, error, saved, newest }) => [edited, error, saved !== null, newest !== null],
};
