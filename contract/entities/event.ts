import { type Static, Type } from 'typebox';
import { Id, nullable, Pagination } from './common.ts';

export const activityTypes = ['Minecraft', 'Roblox', 'Python', 'Scratch', 'Web-Dev', 'Code-In-Class', 'Sphero', 'Canceled'] as const;
export const invoicedValues = ['Sent', 'Received', 'Need To Send', 'Unknown'] as const;
export const yesNoUnknown = ['Yes', 'No', 'Unknown'] as const;

const text = nullable(Type.String());
const Moment = Type.Object({ time: text, timezone: text, has_time: Type.Boolean(), has_day: Type.Boolean() });

/** spec 3.13 */
export const Event = Type.Object({
  id: Id,
  customer: Type.Object({ name: Type.String(), type: text, address: Type.Object({ state: text }) }),
  program: nullable(
    Type.Object({
      time: Type.Object({ tbd: Type.Boolean(), start: Moment, end: Moment }),
      type: text,
      program: text,
      age: text,
      devices: text,
      format: text,
      contact: Type.Object({ name: text, email: text, phone: text }),
      price: text,
      notes: text,
    }),
  ),
  host: nullable(Type.Object({ anchor: text, url: text })),
  shift: nullable(
    Type.Object({
      user: Type.Object({ first_name: Type.String(), last_name: Type.String() }),
      summary: text,
      status: text,
      type: text,
      location: Type.Object({ name: text }),
      start_time: text,
      end_time: text,
    }),
  ),
  reviewed: text,
  tech_setup_required: text,
  tech_setup_completed: text,
  pre_program_setup_email_sent: text,
  pre_program_reminder_email_sent: text,
  sling_shift_time: text,
  invoiced: text,
  invoice_id: text,
  src_id: text,
  sales_person: text,
  sales_lead: text,
  internal_notes: text,
});
export type Event = Static<typeof Event>;

export const EventSummary = Type.Object({
  need_review: Type.Integer(),
  need_tech_setup: Type.Integer(),
  need_pre_program_email: Type.Integer(),
  need_reminder_email: Type.Integer(),
});
export const EventPage = Type.Object({ data: Type.Array(Event), pagination: Pagination, summary: EventSummary });
export type EventPage = Static<typeof EventPage>;
