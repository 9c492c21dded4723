import type { Event, EventNeed, EventPage, EventTimeline } from '../../entities/event.ts';
import { limits } from '../../limits.ts';
import { fill, messages } from '../../messages.ts';
import { dayText } from '../time/dayText.ts';
import { addDays, type Day, lastOf, monthOf, yearOf } from '../time/period.ts';
import { dayIn } from '../time/today.ts';

const text = messages.readiness;
type EventSummary = EventPage['summary'];

/** The local day of an instant in a zone; UTC if the zone is missing or invalid, in which case the screen shows {BADTZ} (spec 2.46). */
export const localDay = (instant: string | null, zone: string | null): Day | null => {
  const at = instant === null ? Number.NaN : Date.parse(instant);
  if (Number.isNaN(at)) return null;
  const own = zone?.trim() ? dayIn(zone.trim()) : null;
  return own?.format(at) ?? new Date(at).toISOString().slice(0, 10);
};

/** The date facts that the needs depend on. `day` null: not planned; without `hasDay` only its month counts. */
export type Plan = Readonly<{ day: Day | null; hasDay: boolean }>;

export const planOf = ({ program }: Event): Plan => {
  const start = program?.time.start;
  return { day: start ? localDay(start.time, start.timezone) : null, hasDay: start?.has_day ?? false };
};

/** The last day on which the event may begin: the end of the month if only the month is known, null if nothing is. */
const lastDay = ({ day, hasDay }: Plan): Day | null => (day === null || hasDay ? day : lastOf(yearOf(day), monthOf(day)));
/** The day in the event's own zone; null: not planned. */
export const dayOf = (event: Event): Day | null => planOf(event).day;
/** The last day on which the event may begin; null: not planned. */
export const lastDayOf = (event: Event): Day | null => lastDay(planOf(event));
export const isOver = (plan: Plan, today: Day): boolean => (lastDay(plan) ?? today) < today;
export const isCanceled = (event: Event): boolean => event.program?.type === 'Canceled';

export type Readiness = Readonly<EventTimeline['readiness'][number]>;
export type Verdict = Omit<Readiness, 'need'>;

const reviewOf = (event: Event): Verdict =>
  event.reviewed === 'Yes' ? { state: 'done', sentence: text.reviewed } : { state: 'open', sentence: text.notReviewed };

const techSetupOf = ({ tech_setup_required: required, tech_setup_completed: completed }: Event): Verdict => {
  if (required === 'No') return { state: 'not_needed', sentence: text.noSetup };
  if (required !== 'Yes') return { state: 'blocked', sentence: text.setupUnknown };
  return completed === 'Yes' ? { state: 'done', sentence: text.setupDone } : { state: 'open', sentence: text.setupOpen };
};

const isAddress = (text: string | null | undefined): boolean => text != null && /^\S+@\S+$/.test(text.trim());

const mailOf = (mail: string, sent: string | null, days: number, event: Event, { day, hasDay }: Plan, today: Day): Verdict => {
  if (sent === 'Yes') return { state: 'done', sentence: fill(text.mailSent, { mail }) };
  if (!isAddress(event.program?.contact.email)) {
    const why = event.program?.contact.email?.trim() ? text.mailBadAddress : text.mailNoAddress;
    return { state: 'blocked', sentence: fill(why, { mail }) };
  }
  if (day === null || !hasDay) return { state: 'blocked', sentence: fill(text.mailNoDay, { mail }) };
  const due = addDays(day, -days);
  if (due > today) return { state: 'not_needed', sentence: fill(text.mailLater, { mail, day: dayText(due) }) };
  return { state: 'open', sentence: fill(text.mailOpen, { mail, day: dayText(day) }) };
};

/** The state of each need, with a sentence that explains it. */
export const readinessOf = (event: Event, today: Day): readonly Readiness[] => {
  const plan = planOf(event);
  const { preProgramEmailDays, reminderEmailDays } = limits.events;
  const { pre_program_setup_email_sent: setup, pre_program_reminder_email_sent: reminder } = event;
  const verdicts: readonly Readiness[] = [
    { need: 'need_review', ...reviewOf(event) },
    { need: 'need_tech_setup', ...techSetupOf(event) },
    { need: 'need_pre_program_email', ...mailOf(text.preProgram, setup, preProgramEmailDays, event, plan, today) },
    { need: 'need_reminder_email', ...mailOf(text.reminder, reminder, reminderEmailDays, event, plan, today) },
  ];
  const ended = isCanceled(event) ? text.canceled : isOver(plan, today) ? text.over : null;
  if (ended === null) return verdicts;
  return verdicts.map((one) => (one.state === 'done' ? one : { need: one.need, state: 'not_needed', sentence: ended }));
};

/**
 * The open tasks (decisions 6.03) of events that are not canceled and start today or later. An event without a day counts as upcoming: its
 * review and tech setup count, its e-mails wait for the day. The server counts the same way in SQL (migration 004).
 */
export const needsOf = (event: Event, today: Day): readonly EventNeed[] => {
  const plan = planOf(event);
  if (isCanceled(event) || isOver(plan, today)) return [];
  const within = (days: number): boolean => plan.hasDay && plan.day !== null && plan.day <= addDays(today, days);
  const open: Readonly<Record<EventNeed, boolean>> = {
    need_review: event.reviewed !== 'Yes',
    need_tech_setup: event.tech_setup_required === 'Yes' && event.tech_setup_completed !== 'Yes',
    need_pre_program_email: event.pre_program_setup_email_sent !== 'Yes' && within(limits.events.preProgramEmailDays),
    need_reminder_email: event.pre_program_reminder_email_sent !== 'Yes' && within(limits.events.reminderEmailDays),
  };
  return (Object.keys(open) as EventNeed[]).filter((need) => open[need]);
};

/** The cards' counts after a change to one event, by the server's rule; the next load of the list brings the server's counts. */
export const recounted = (summary: EventSummary | null, before: Event | undefined, after: Event, today: Day): EventSummary | null => {
  if (summary === null || before === undefined) return summary;
  const had = needsOf(before, today);
  const has = needsOf(after, today);
  const count = (need: EventNeed): number => Math.max(0, summary[need] + Number(has.includes(need)) - Number(had.includes(need)));
  return {
    need_review: count('need_review'),
    need_tech_setup: count('need_tech_setup'),
    need_pre_program_email: count('need_pre_program_email'),
    need_reminder_email: count('need_reminder_email'),
  };
};
