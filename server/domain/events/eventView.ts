import { type Event, isEditableField } from '../../../contract/entities/event.ts';
import type { EventRow } from '../../db/repositories/events/events.ts';
import type { CanEditEvent } from './eventRights.ts';

const shiftOf = ({ shift }: EventRow): Event['shift'] =>
  shift && {
    user: { first_name: shift.user?.first_name ?? '', last_name: shift.user?.last_name ?? '' },
    summary: shift.summary ?? null,
    status: shift.status ?? null,
    type: shift.type ?? null,
    location: { name: shift.location?.name ?? null },
    start_time: shift.start_time ?? null,
    end_time: shift.end_time ?? null,
  };

const programOf = (row: EventRow): Event['program'] => {
  if (!row.has_program) return null;
  const { tbd, starts_at, ends_at, timezone, has_time, has_day } = row;
  return {
    time: { tbd, start: { time: starts_at, timezone, has_time, has_day }, end: { time: ends_at, timezone, has_time, has_day } },
    type: row.activity_type,
    program: row.activity,
    age: row.age,
    devices: row.devices,
    format: row.format,
    contact: { name: row.contact_name, email: row.contact_email, phone: row.contact_phone },
    price: row.price,
    notes: row.program_notes,
  };
};

/** spec 3.13, with the actions the user may take. */
export const eventEntityOf = (row: EventRow, mayEdit: CanEditEvent): Event => ({
  id: String(row.id),
  customer: {
    ...(row.named_customer_id ? { id: String(row.named_customer_id) } : {}),
    name: row.customer_name,
    type: row.customer_type,
    address: { state: row.state },
  },
  program: programOf(row),
  host: row.host_anchor === null && row.host_url === null ? null : { anchor: row.host_anchor, url: row.host_url },
  shift: shiftOf(row),
  reviewed: row.reviewed,
  tech_setup_required: row.tech_setup_required,
  tech_setup_completed: row.tech_setup_completed,
  pre_program_setup_email_sent: row.pre_program_setup_email_sent,
  pre_program_reminder_email_sent: row.pre_program_reminder_email_sent,
  sling_shift_time: row.sling_shift_time,
  invoiced: row.invoiced,
  invoice_id: row.invoice_id,
  src_id: row.src_id,
  sales_person: row.sales_person,
  sales_lead: row.sales_lead,
  internal_notes: row.internal_notes,
  version: row.version,
  can_edit: mayEdit(row),
  edited: Object.keys(row.sources).filter(isEditableField).sort(),
  sources: row.sources,
});
