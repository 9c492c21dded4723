import { sql } from 'kysely';
import { limits } from '../../../../contract/limits.ts';

const takesPlaceText = "coalesce(activity_type, '') <> 'Canceled'";
const lacksHostText = "coalesce(nullif(btrim(host_anchor), ''), nullif(btrim(host_url), '')) is null";
const lacksShiftText = `(case when shift is null then coalesce(btrim(sling_shift_time), '') = ''
  else btrim(concat(shift->'user'->>'first_name', shift->'user'->>'last_name')) = '' end)`;

/** SQL conditions on events, by the rules of contract/rules/events/factNeeds.ts and toInvoice.ts. */
export const takesPlaceSql = sql.raw(takesPlaceText);
export const lacksHostSql = sql.raw(lacksHostText);
export const lacksShiftSql = sql.raw(lacksShiftText);
export const lacksInvoiceSql = sql`coalesce(btrim(invoice_id), '') = '' and coalesce(invoiced, '') not in ('Sent', 'Received')`;

const { preProgramEmailDays, reminderEmailDays, hostDays, shiftDays } = limits.events;

/**
 * SQL condition: the event is upcoming and has an open need of decisions 6.03, or lacks a host or shift that is due by now.
 * @param today an SQL expression for the company's day
 */
export const isNotReady = (today: string): string => {
  const isUntilWithin = (days: number): string => `until_day between ${today}::date and ${today}::date + ${days}`;
  const lacksFact = (fact: string, days: number): string =>
    `(${takesPlaceText} and has_day and day between ${today}::date and ${today}::date + ${days} and ${fact})`;
  return `(((open_review or open_tech_setup) and until_day >= ${today}::date)
    or (open_pre_program_email and ${isUntilWithin(preProgramEmailDays)}) or (open_reminder_email and ${isUntilWithin(reminderEmailDays)})
    or ${lacksFact(lacksHostText, hostDays)} or ${lacksFact(lacksShiftText, shiftDays)})`;
};
