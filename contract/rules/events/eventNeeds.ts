import type { Event, EventNeed, EventPage, EventTimeline } from '../../entities/event.ts';
import { limits } from '../../limits.ts';
import { fill, messages } from '../../messages.ts';
import { dayText } from '../time/dayText.ts';
import { addDays, type Day, lastDayOfMonth, monthIndexOf, yearOf } from '../time/period.ts';
import { dayIn } from '../time/today.ts';

const t = messages.readiness;
type EventSummary = EventPage['summary'];

/** The local day of an instant in a zone; UTC if the zone is missing or invalid, in which case the screen shows {BADTZ} (spec 2.46). */
export const localDay = (isoTime: string | null, zone: string | null): Day | null => {
  const startMs = isoTime === null ? Number.NaN : Date.parse(isoTime);
  if (Number.isNaN(startMs)) return null;
  const ownZoneDay = zone?.trim() ? dayIn(zone.trim()) : null;
  return ownZoneDay?.format(startMs) ?? new Date(startMs).toISOString().slice(0, 10);
};

/** The facts about its date that the needs depend on. `day` null: not planned; without `hasDay` only its month counts. */
export type EventDayPlan = Readonly<{ day: Day | null; hasDay: boolean }>;

export const eventDayPlan = ({ program }: Event): EventDayPlan => {
  const start = program?.time.start;
  return { day: start ? localDay(start.time, start.timezone) : null, hasDay: start?.has_day ?? false };
};

/** The last day on which the event may begin: the end of the month if only the month is known, null if nothing is. */
const lastDay = ({ day, hasDay }: EventDayPlan): Day | null =>
  day === null || hasDay ? day : lastDayOfMonth(yearOf(day), monthIndexOf(day));
/** The day in the event's own zone; null: not planned. */
export const dayOfEvent = (event: Event): Day | null => eventDayPlan(event).day;
/** The last day on which the event may begin; null: not planned. */
export const lastDayOf = (event: Event): Day | null => lastDay(eventDayPlan(event));
export const isOver = (plan: EventDayPlan, today: Day): boolean => (lastDay(plan) ?? today) < today;
export const isCanceled = (event: Event): boolean => event.program?.type === 'Canceled';

export type Readiness = Readonly<EventTimeline['readiness'][number]>;
export type NeedState = Omit<Readiness, 'need'>;

const reviewState = (event: Event): NeedState =>
  event.reviewed === 'Yes' ? { state: 'done', sentence: t.reviewed } : { state: 'open', sentence: t.notReviewed };

const techSetupState = ({ tech_setup_required: required, tech_setup_completed: isCompleted }: Event): NeedState => {
  if (required === 'No') return { state: 'not_needed', sentence: t.noSetup };
  if (required !== 'Yes') return { state: 'blocked', sentence: t.setupUnknown };
  return isCompleted === 'Yes' ? { state: 'done', sentence: t.setupDone } : { state: 'open', sentence: t.setupOpen };
};

const isAddress = (text: string | null | undefined): boolean => text != null && /^\S+@\S+$/.test(text.trim());

const mailState = (
  mail: string,
  sentAt: string | null,
  days: number,
  event: Event,
  { day, hasDay }: EventDayPlan,
  today: Day,
): NeedState => {
  if (sentAt === 'Yes') return { state: 'done', sentence: fill(t.mailSent, { mail }) };
  if (!isAddress(event.program?.contact.email)) {
    const reason = event.program?.contact.email?.trim() ? t.mailBadAddress : t.mailNoAddress;
    return { state: 'blocked', sentence: fill(reason, { mail }) };
  }
  if (day === null || !hasDay) return { state: 'blocked', sentence: fill(t.mailNoDay, { mail }) };
  const due = addDays(day, -days);
  if (due > today) return { state: 'not_needed', sentence: fill(t.mailLater, { mail, day: dayText(due) }) };
  return { state: 'open', sentence: fill(t.mailOpen, { mail, day: dayText(day) }) };
};

/** The state of each need, with a sentence that explains it. */
export const readinessOf = (event: Event, today: Day): readonly Readiness[] => {
  const plan = eventDayPlan(event);
  const { preProgramEmailDays, reminderEmailDays } = limits.events;
  const { pre_program_setup_email_sent: setup, pre_program_reminder_email_sent: reminder } = event;
  const needStates: readonly Readiness[] = [
    { need: 'need_review', ...reviewState(event) },
    { need: 'need_tech_setup', ...techSetupState(event) },
    { need: 'need_pre_program_email', ...mailState(t.preProgram, setup, preProgramEmailDays, event, plan, today) },
    { need: 'need_reminder_email', ...mailState(t.reminder, reminder, reminderEmailDays, event, plan, today) },
  ];
  const endedText = isCanceled(event) ? t.canceled : isOver(plan, today) ? t.over : null;
  if (endedText === null) return needStates;
  return needStates.map((needState) =>
    needState.state === 'done' ? needState : { need: needState.need, state: 'not_needed', sentence: endedText },
  );
};

/**
 * The open tasks (decisions 6.03) of events that are not canceled and start today or later. An event without a day counts as upcoming:
 * its review and tech setup count, its emails wait for the day. The server counts the same way in SQL (migration 004).
 */
export const eventNeedsOf = (event: Event, today: Day): readonly EventNeed[] => {
  const plan = eventDayPlan(event);
  if (isCanceled(event) || isOver(plan, today)) return [];
  const isDayWithin = (days: number): boolean => plan.hasDay && plan.day !== null && plan.day <= addDays(today, days);
  const isOpen: Readonly<Record<EventNeed, boolean>> = {
    need_review: event.reviewed !== 'Yes',
    need_tech_setup: event.tech_setup_required === 'Yes' && event.tech_setup_completed !== 'Yes',
    need_pre_program_email: event.pre_program_setup_email_sent !== 'Yes' && isDayWithin(limits.events.preProgramEmailDays),
    need_reminder_email: event.pre_program_reminder_email_sent !== 'Yes' && isDayWithin(limits.events.reminderEmailDays),
  };
  return (Object.keys(isOpen) as EventNeed[]).filter((need) => isOpen[need]);
};

/** The cards' counts after a change to one event, by the server's rule; the server's own counts come with the next load of the list. */
export const recountNeeds = (summary: EventSummary | null, before: Event | undefined, after: Event, today: Day): EventSummary | null => {
  if (summary === null || before === undefined) return summary;
  const needsBefore = eventNeedsOf(before, today);
  const needsAfter = eventNeedsOf(after, today);
  const count = (need: EventNeed): number =>
    Math.max(0, summary[need] + Number(needsAfter.includes(need)) - Number(needsBefore.includes(need)));
  return {
    need_review: count('need_review'),
    need_tech_setup: count('need_tech_setup'),
    need_pre_program_email: count('need_pre_program_email'),
    need_reminder_email: count('need_reminder_email'),
  };
};
