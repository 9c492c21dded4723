import type { Event } from '../../../contract/entities/event.ts';

type Program = NonNullable<Event['program']>;
const timeFields = { timezone: 'America/Phoenix', has_time: true, has_day: true };

/** An event at an instant, in Phoenix by default. */
export const programAt = (
  time: string | null,
  changes: Partial<Program> & { zone?: string; has_time?: boolean; has_day?: boolean } = {},
): Program => {
  const { zone = 'America/Phoenix', has_time = true, has_day = true, ...rest } = changes;
  const moment = { ...timeFields, timezone: zone, has_time, has_day };
  return {
    time: { tbd: false, start: { time, ...moment }, end: { time: null, ...moment } },
    type: 'Minecraft',
    program: 'Redstone Lab',
    age: '8-12',
    devices: 'BYOD|Customer Provided|ASG Tablets|Robots',
    format: 'Virtual',
    contact: { name: 'Pat Kim', email: 'pat@mesa.example', phone: '(480) 555-0100' },
    price: '$300',
    notes: null,
    ...rest,
  };
};

export const eventOf = (changes: Partial<Event> = {}): Event => ({
  id: '1',
  customer: { name: 'Mesa Library', type: 'Library', address: { state: 'AZ' } },
  program: programAt('2026-11-03T21:05:00Z'),
  host: null,
  shift: null,
  reviewed: 'No',
  tech_setup_required: null,
  tech_setup_completed: null,
  pre_program_setup_email_sent: null,
  pre_program_reminder_email_sent: null,
  sling_shift_time: null,
  invoiced: null,
  invoice_id: null,
  src_id: null,
  sales_person: 'Ada Park',
  sales_lead: null,
  internal_notes: null,
  ...changes,
});
