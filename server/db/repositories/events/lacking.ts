import { sql } from 'kysely';

/** Of events: contract/rules/events/factNeeds.ts and toInvoice.ts. */
export const takesPlace = sql`coalesce(activity_type, '') <> 'Canceled'`;
export const lacksHost = sql`coalesce(nullif(btrim(host_anchor), ''), nullif(btrim(host_url), '')) is null`;
export const lacksShift = sql`(case when shift is null then coalesce(btrim(sling_shift_time), '') = ''
  else btrim(concat(shift->'user'->>'first_name', shift->'user'->>'last_name')) = '' end)`;
export const lacksInvoice = sql`coalesce(btrim(invoice_id), '') = '' and coalesce(invoiced, '') not in ('Sent', 'Received')`;
