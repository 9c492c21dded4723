import type { UnconfirmedPerson } from '../../../contract/entities/periodReview.ts';
import { remindersMachine } from '../../../src/machines/statements/reminders.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

export const person = (user_name: string, can_remind: boolean): UnconfirmedPerson => ({
  user_id: user_name,
  user_name,
  months: ['2026-09', '2026-10'],
  reminded_on: can_remind ? null : '2026-11-21',
  can_remind,
});
export const unconfirmed = [person('Kim Keller', true), person('Sam Seller', false)];
export const reminded = [person('Kim Keller', false), person('Sam Seller', false)];
export const remindedList = { data: reminded, reminded: 1 };

export const reminders = deskCasesOf<typeof remindersMachine>({
  parts: ['newest', 'dismiss'],
  machine: remindersMachine,
  inputs: [undefined],
  cases: {
    'step.submit': [{ step: 'remind' }],
    'xstate.done.actor.load': [{ output: unconfirmed }, { output: reminded }, { output: [] }],
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.save': [{ output: remindedList }],
    'xstate.error.actor.save': [{ error: { status: 409, data: { message: 'Others were faster.' } } }, { error: { status: 403 } }],
  },
  project: ({ content, step, error }) => [content, step, error],
});
