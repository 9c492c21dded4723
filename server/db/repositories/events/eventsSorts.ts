import { type RawBuilder, sql } from 'kysely';
import type { EventColumn } from '../../../../contract/entities/event.ts';

/** `expressions`: the sort expressions before the id; the first one is null if the column is empty. */
type Sort = Readonly<{ expressions: readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]]; types: readonly string[] }>;

/** Texts sort by their first 100 characters, then by id. */
const textSort = (column: string): Sort => ({ expressions: [sql`lower(left(${sql.ref(column)}, 100))`], types: ['text'] });

/** By the first number in it: "8-10" before "10-14"; values without a number come last. */
const ageSort: Sort = {
  expressions: [sql`coalesce(lpad(substring(age from '[0-9]{1,4}'), 4, '0'), '9999') || lower(left(age, 100))`],
  types: ['text'],
};
/** By the amount, without the surrounding text. */
const priceSort: Sort = {
  expressions: [sql`substring(replace(price, ',', '') from '[0-9]{1,12}(?:[.][0-9]{1,4})?')::numeric`],
  types: ['numeric'],
};
const shiftSort: Sort = {
  expressions: [sql`lower(left(nullif(btrim(concat_ws(' ', shift->'user'->>'first_name', shift->'user'->>'last_name')), ''), 100))`],
  types: ['text'],
};
/** By the displayed local day, then by instant; decisions 6.04: an event without a fixed day comes last in its month. */
const dateTimeSort = (direction: 'asc' | 'desc'): Sort => ({
  expressions: [sql.ref(`sort_day_${direction}`), sql`starts_at`],
  types: ['timestamp', 'timestamptz'],
});

const sorts: Readonly<Record<Exclude<EventColumn, 'date_time'>, Sort>> = {
  customer: textSort('customer_name'),
  customer_type: textSort('customer_type'),
  state: textSort('state'),
  activity: textSort('activity'),
  activity_type: textSort('activity_type'),
  age: ageSort,
  devices: textSort('devices'),
  format: textSort('format'),
  contact_name: textSort('contact_name'),
  contact_email: textSort('contact_email'),
  contact_phone: textSort('contact_phone'),
  price: priceSort,
  program_notes: textSort('program_notes'),
  host: textSort('host_anchor'),
  shift: shiftSort,
  sling_shift_time: textSort('sling_shift_time'),
  reviewed: textSort('reviewed'),
  tech_setup_required: textSort('tech_setup_required'),
  tech_setup_completed: textSort('tech_setup_completed'),
  pre_program_setup_email_sent: textSort('pre_program_setup_email_sent'),
  pre_program_reminder_email_sent: textSort('pre_program_reminder_email_sent'),
  invoiced: textSort('invoiced'),
  invoice_id: textSort('invoice_id'),
  sales_person: textSort('sales_person'),
  sales_lead: textSort('sales_lead'),
  internal_notes: textSort('internal_notes'),
};

/** spec 4.07: every column is sortable. */
export const sortOf = (column: EventColumn, direction: 'asc' | 'desc'): Sort =>
  column === 'date_time' ? dateTimeSort(direction) : sorts[column];
