import { eventsCalendarMachine } from '../../../src/machines/events/eventsCalendar.machine.ts';
import { event } from '../eventEdit/cases.ts';
import type { MachineCases } from '../support/walk.ts';

export const november = { start_date: '2026-11-01', end_date: '2026-11-30', sort_field: 'date_time', sort_direction: 'desc' };
export const october = { ...november, start_date: '2026-10-01', end_date: '2026-10-31' };
export const today = '2026-11-21';

export const eventsCalendar: MachineCases<typeof eventsCalendarMachine> = {
  machine: eventsCalendarMachine,
  inputs: [{ question: november, today }],
  cases: {
    'day.changed': [{ today: '2026-11-22' }],
    'question.changed': [{ question: november }, { question: october }],
    'calendar.open': [{ mode: 'month' }, { mode: 'week' }],
    'calendar.close': [{}],
    'calendar.previous': [{}],
    'calendar.next': [{}],
    'calendar.today': [{}],
    'calendar.reload': [{}],
    'item.replace': ({ context }) => (context.events[0]?.reviewed === 'No' ? [{ id: '41', item: { ...event, reviewed: 'Yes' } }] : []),
    'xstate.done.actor.loadAll': [{ output: [event] }],
    'xstate.error.actor.loadAll': [{ error: { status: 500, data: { message: 'Too many events.' } } }, { error: {} }],
  },
  project: ({ question, mode, events, error }) => [question.start_date, mode, events[0]?.reviewed, error],
};
