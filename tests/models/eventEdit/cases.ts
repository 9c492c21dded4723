import type { EditableField, Event } from '../../../contract/entities/event.ts';
import { eventEditMachine } from '../../../src/machines/events/eventEdit.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const event: Event = {
  id: '41',
  customer: { name: 'Spring Valley Library', type: 'Library', address: { state: 'AZ' } },
  program: null,
  host: null,
  shift: null,
  reviewed: 'No',
  tech_setup_required: null,
  tech_setup_completed: null,
  pre_program_setup_email_sent: null,
  pre_program_reminder_email_sent: null,
  sling_shift_time: '9:00 AM',
  invoiced: null,
  invoice_id: null,
  src_id: null,
  sales_person: 'Sam Sales',
  sales_lead: null,
  internal_notes: null,
  version: 3,
  can_edit: true,
  edited: [],
};
const saved: Event = { ...event, reviewed: 'Yes', version: 4, edited: ['reviewed'] };
/** The event as changed by someone else. */
export const current: Event = { ...event, reviewed: 'Unknown', version: 9 };
export const conflict = {
  status: 409,
  data: {
    message: 'Vera Voss changed it meanwhile.',
    code: 'conflict',
    current,
    fields: [{ field: 'reviewed', value: 'Unknown', edited_by: 'Vera Voss', edited_at: '2026-11-21T17:00:00.000Z' }],
  },
};
export const refused = { status: 422, data: { message: 'reviewed must be Yes, No or Unknown.' } };
export const open = (field: EditableField = 'reviewed', savedEvent: Event = event) =>
  ({ type: 'edit.open', event: savedEvent, field }) as const;

export const eventEdit: MachineCases<typeof eventEditMachine> = {
  machine: eventEditMachine,
  inputs: [undefined],
  cases: {
    'edit.open': [open(), open('internal_notes'), open('reviewed', { ...event, can_edit: false })],
    'edit.submit': [{ value: 'Yes' }, { value: 'No' }, { value: null }],
    'edit.cancel': [{}],
    'conflict.mine': [{}],
    'conflict.theirs': [{}],
    'xstate.done.actor.patchEvent': ({ context }) => [
      { output: { ...(context.subject?.event ?? saved), [context.subject?.field ?? 'reviewed']: context.value, version: 10 } },
    ],
    'xstate.error.actor.patchEvent': [{ error: conflict }, { error: refused }, { error: { status: 409, data: { message: 'Busy.' } } }],
  },
  project: ({ subject, value, error, theirs }) => [subject?.field, subject?.event.version, value, error, theirs?.value],
};
