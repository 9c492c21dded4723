import { type RawBuilder, sql } from 'kysely';
import type { EventColumn } from '../../../../contract/entities/event.ts';

/** `expressions`: the sort expressions before the id; the first one is null if the column is empty. */
type Sort = Readonly<{ expressions: readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]]; types: readonly string[] }>;

/** Texts sort by their first 100 characters, then by id. */
const text = (column: string): Sort => ({ expressions: [sql`lower(left(${sql.ref(column)}, 100))`], types: ['text'] });

/** By the first number in it: "8-10" before "10-14"; values without a number come last. */
const age: Sort = {
  expressions: [sql`coalesce(lpad(substring(age from '[0-9]{1,4}'), 4, '0'), '9999') || lower(left(age, 100))`],
  types: ['text'],
};
/** By the amount, without the surrounding text. */
const price: Sort = {
  expressions: [sql`substring(replace(price, ',', '') from '[0-9]{1,12}(?:[.][0-9]{1,4})?')::numeric`],
  types: ['numeric'],
};
const shift: Sort = {
  expressions: [sql`lower(left(nullif(btrim(concat_ws(' ', shift->'user'->>'first_name', shift->'user'->>'last_name')), ''), 100))`],
  types: ['text'],
};
/** By the displayed local day, then by instant; decisions 6.04: an event without a fixed day comes last in its month. */
const dateTime = (direction: 'asc' | 'desc'): Sort => ({
  expressions: [sql.ref(`sort_day_${direction}`), sql`starts_at`],
  types: ['timestamp', 'timestamptz'],
});

const sorts: Readonly<Record<Exclude<EventColumn, 'date_time'>, Sort>> = {
  customer: text('customer_name'),
  customer_type: text('customer_type'),
  state: text('state'),
  activity: text('activity'),
  activity_type: text('activity_type'),
  age,
  devices: text('devices'),
  format: text('format'),
  contact_name: text('contact_name'),
  contact_email: text('contact_email'),
  contact_phone: text('contact_phone'),
  price,
  program_notes: text('program_notes'),
  host: text('host_anchor'),
  shift,
  sling_shift_time: text('sling_shift_time'),
  reviewed: text('reviewed'),
  tech_setup_required: text('tech_setup_required'),
  tech_setup_completed: text('tech_setup_completed'),
  pre_program_setup_email_sent: text('pre_program_setup_email_sent'),
  pre_program_reminder_email_sent: text('pre_program_reminder_email_sent'),
  invoiced: text('invoiced'),
  invoice_id: text('invoice_id'),
  sales_person: text('sales_person'),
  sales_lead: text('sales_lead'),
  internal_notes: text('internal_notes'),
};

/** spec 4.07: every column is sortable. */
export const sortOf = (column: EventColumn, direction: 'asc' | 'desc'): Sort =>
  column === 'date_time' ? dateTime(direction) : sorts[column];
