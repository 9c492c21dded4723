import type { Event } from '../../../contract/entities/event.ts';
import { eventWeekMachine } from '../../../src/machines/events/eventWeek.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

/** An event on Monday, Nov 23, 2026 that lacks only its review. */
export const weekEvent = (id: string, name: string, overrides: Partial<Event> = {}): Event => ({
  id,
  customer: { name, type: null, address: { state: null } },
  program: {
    time: {
      tbd: false,
      start: { time: '2026-11-23T16:00:00Z', timezone: 'America/Phoenix', has_time: true, has_day: true },
      end: { time: null, timezone: null, has_time: false, has_day: false },
    },
    ...{ type: 'Python', program: 'Robots', age: null, devices: null, format: null, price: null, notes: null },
    contact: { name: null, email: 'ann@example.test', phone: null },
  },
  src_id: null,
  host: { anchor: 'Hana', url: null },
  shift: null,
  ...{ reviewed: 'No', tech_setup_required: 'No', tech_setup_completed: null },
  ...{ pre_program_setup_email_sent: 'Yes', pre_program_reminder_email_sent: 'Yes' },
  ...{ sling_shift_time: '9-11', invoiced: null, invoice_id: null, sales_person: null, sales_lead: null, internal_notes: null },
  version: 3,
  can_edit: true,
  ...overrides,
});
export const open = weekEvent('1', 'Acme School');
export const other = weekEvent('2', 'Bell School');
export const done = weekEvent('1', 'Acme School', { reviewed: 'Yes', version: 4 });

export const eventWeek = deskCasesOf<typeof eventWeekMachine>({
  parts: ['newest'],
  machine: eventWeekMachine,
  inputs: [undefined],
  cases: {
    'step.submit': [{ step: { event: open, field: 'reviewed' } }, { step: { event: weekEvent('9', 'Gone School'), field: 'reviewed' } }],
    'xstate.done.actor.load': [{ output: [open, other] }, { output: [] }],
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.save': [{ output: done }],
    'xstate.error.actor.save': [
      { error: { status: 409, data: { message: 'Somebody else has changed the event.' } } },
      { error: { status: 403, data: { message: 'You may not edit this event.' } } },
    ],
  },
  project: ({ content, step, error }) => [content?.map(({ id, version }) => [id, version]), step?.event.id, error],
});
