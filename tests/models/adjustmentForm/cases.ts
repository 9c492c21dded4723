import type { Adjustment, AdjustmentBody } from '../../../contract/entities/adjustment.ts';
import { adjustmentFormMachine } from '../../../src/machines/adjustments/adjustmentForm.machine.ts';
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
  data: { message: 'Please correct it.', code: 'invalid', errors: { adjustment_reason: 'Reason is required' } },
};
export const otherVersion: Adjustment = { ...adjustment, adjustment_reason: 'Travel was billed twice', version: 7 };
/** The response to a save. */
export const adjustmentNow: Adjustment = { ...adjustment, version: 8 };
export const voided: Adjustment = { ...adjustment, state: 'void', actions: [], version: 9 };
/** A provider may answer without the current version. */
export const bare = { status: 409, data: { message: 'It was changed.', code: 'stale' } };
export const stale = { status: 409, data: { message: 'Somebody else changed it.', code: 'stale_version', current: otherVersion } };
export const staleConflict = { status: 409, data: { message: 'Somebody else changed it.', code: 'stale_version', current: adjustmentNow } };
export const voidConflict = { status: 409, data: { message: 'It is void.', code: 'adjustment_step', current: voided } };
export const keyUsed = { status: 422, data: { message: 'The key was used.', code: 'idempotency_key_used', current: otherVersion } };
export const closed = { status: 409, data: { message: 'November 2026 is closed.', code: 'period_closed' } };
export const otherBody: AdjustmentBody = { ...body, adjustment_reason: 'Travel and hotel were billed' };
export const failures = [refused, bare, stale, staleConflict, voidConflict, keyUsed, closed, {}].map((error) => ({ error }));

export const creating = { edited: null, key: 'key-1', subject: 'invoice', canChooseSubject: true } as const;
export const editing = { edited: { id: '9', version: 2 }, key: 'key-1', subject: 'invoice', canChooseSubject: false } as const;
export const editingPersons = { ...editing, subject: 'person' } as const;

export const form: MachineCases<typeof adjustmentFormMachine> = {
  machine: adjustmentFormMachine,
  inputs: [creating, editing, editingPersons],
  rig: { awaited: ['saveAdjustment', 'voidAdjustment'] },
  cases: {
    // Only after a lost response does it matter whether the body differs, so only then are two bodies tried.
    'invoice.choose': [{}],
    'person.choose': [{}],
    'form.submit': ({ context: { unanswered } }) =>
      unanswered instanceof Object && unanswered.adjustment_reason === body.adjustment_reason
        ? [{ body }, { body: otherBody }]
        : [{ body }],
    'close.ask': [{ dirty: true }, { dirty: false }],
    'close.confirmed': [{}],
    'delete.ask': [{}],
    'delete.confirmed': [{ reason: 'Entered twice' }],
    'newest.take': [{}],
    'xstate.done.actor.saveAdjustment': [{ output: adjustment }],
    'xstate.error.actor.saveAdjustment': failures,
    'xstate.done.actor.voidAdjustment': [{ output: undefined }],
    'xstate.error.actor.voidAdjustment': failures,
    'xstate.done.actor.loadNewest': [{ output: otherVersion }, { output: voided }],
    'xstate.error.actor.loadNewest': [{ error: {} }],
  },
  project: ({ edited, body: sent, unanswered, error, saved, newest }) => [
    edited !== null,
    unanswered === null || unanswered === 'void' ? unanswered : unanswered.adjustment_reason === sent?.adjustment_reason,
    error !== null,
    saved !== null,
    newest !== null,
  ],
};
