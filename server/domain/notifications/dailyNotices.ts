import type { EventSubset, FactNeed } from '../../../contract/entities/event.ts';
import type { Role } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { noticeParts } from '../../../contract/messages/notifications.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import { addDays, type Day } from '../../../contract/rules/time/period.ts';
import type { LackingEvent, OpenInvoiceNotice, UnreadyEvent } from '../../db/repositories/notifications/noticeCauses.ts';
import type { Repositories, Store } from '../../db/repositories/store.ts';
import { booksBegin } from '../plans/books.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { dollars } from '../shared/moneyText.ts';
import { type Audience, notify } from './notify.ts';

export const DAILY_NOTICES_JOB = 'daily_notices';
/** With at least this many items, a person gets one notice with the count. */
const MIN_GROUP_SIZE = 4;
/** Missed days that a run catches up on. */
const CATCH_UP_DAYS = 7;

type NoticeTime = Readonly<{ today: Day; at: Date }>;

const wordsOf = ({ customer_name: customer, invoice_number: invoice, open_cents, due_date }: OpenInvoiceNotice) => ({
  customer,
  invoice,
  amount: dollars(open_cents),
  day: dayText(due_date),
});

/** Sellers are notified of their own overdue invoices, finance of all. */
const notifyOverdue = async (tx: Repositories, invoices: readonly OpenInvoiceNotice[], { today, at }: NoticeTime): Promise<void> => {
  const holders = await tx.noticeCauses.holders(invoices.map(({ id }) => id));
  for (const invoice of invoices) {
    const occurrence = `overdue:${invoice.due_date}`;
    for (const { user_id, record_id, booking_date } of holders.filter(({ invoice_id }) => invoice_id === invoice.id)) {
      const subject = { kind: 'record', id: record_id, day: booking_date } as const;
      await notify(tx, 'invoiceOverdue', { subject, occurrence, words: wordsOf(invoice) }, { to: [user_id], at });
    }
  }
  const sellerIds = new Set(holders.map(({ user_id }) => user_id));
  const finance = (await tx.periods.peopleOf(['finance'])).filter((id) => !sellerIds.has(id));
  if (invoices.length < MIN_GROUP_SIZE) {
    for (const invoice of invoices) {
      const facts = {
        subject: { kind: 'invoice', id: invoice.id },
        occurrence: `overdue:${invoice.due_date}`,
        words: wordsOf(invoice),
      } as const;
      await notify(tx, 'invoiceOverdue', facts, { to: finance, at, channels: true });
    }
    return;
  }
  const words = { count: invoices.length, amount: dollars(invoices.reduce((sum, { open_cents }) => sum + open_cents, 0)) };
  const subject = { kind: 'overdueInvoices', day: today } as const;
  await notify(tx, 'invoicesOverdue', { subject, occurrence: 'overdue', words }, { to: finance, at, channels: true });
};

const needsIn = (event: UnreadyEvent): string => {
  const { needs } = noticeParts;
  return (Object.keys(needs) as (keyof typeof needs)[])
    .filter((need) => event[need])
    .map((need) => needs[need])
    .join(', ');
};

/** Events by person: all events for those responsible for every event, and for each other person their own. */
const byPerson = <Of extends LackingEvent>(events: readonly Of[], responsibleIds: readonly number[]): Map<number, Of[]> => {
  const people = new Map<number, Of[]>();
  for (const event of events)
    for (const id of new Set([...responsibleIds, ...event.people])) people.set(id, [...(people.get(id) ?? []), event]);
  return people;
};

/** Each person with their own events, and the company's channels with all events. */
const audiencesOf = <Of extends LackingEvent>(events: readonly Of[], responsibleIds: readonly number[], at: Date): [Audience, Of[]][] => [
  ...[...byPerson(events, responsibleIds)].map(([id, own]): [Audience, Of[]] => [{ to: [id], at }, own]),
  ...(events.length > 0 ? [[{ to: [], at, channels: true }, [...events]] as [Audience, Of[]]] : []),
];

/** Event managers are notified of all unready events, sellers and leads of their own. */
const notifyUnready = async (tx: Repositories, events: readonly UnreadyEvent[], { today, at }: NoticeTime): Promise<void> => {
  const managers = await tx.periods.peopleOf(['events_manager']);
  for (const [audience, own] of audiencesOf(events, managers, at)) {
    if (own.length >= MIN_GROUP_SIZE) {
      const facts = { subject: { kind: 'comingEvents', day: today }, occurrence: 'not_ready', words: { count: own.length } } as const;
      await notify(tx, 'eventsNotReady', facts, audience);
      continue;
    }
    for (const event of own) {
      const subject = { kind: 'event', id: event.id, day: event.day } as const;
      const activity = event.activity ?? noticeParts.program;
      const words = { customer: event.customer_name, activity, day: dayText(event.day), needs: needsIn(event) };
      await notify(tx, 'eventNotReady', { subject, occurrence: `not_ready:${event.day}`, words }, audience);
    }
  }
};

type MissingItem = Readonly<{
  need: FactNeed;
  /** Days from the event to the day when the item is needed. */
  days: number;
  /** The responsible role, in addition to the event's sellers. */
  role: Role;
  singleKind: 'eventWithoutHost' | 'eventWithoutShift' | 'eventWithoutInvoice';
  groupKind: 'eventsWithoutHost' | 'eventsWithoutShift' | 'eventsWithoutInvoice';
  only: EventSubset;
}>;
const { hostDays, shiftDays, invoiceDays } = limits.events;
const missingItems: readonly MissingItem[] = [
  {
    need: 'need_host',
    days: -hostDays,
    role: 'events_manager',
    singleKind: 'eventWithoutHost',
    groupKind: 'eventsWithoutHost',
    only: 'not_ready',
  },
  {
    need: 'need_shift',
    days: -shiftDays,
    role: 'events_manager',
    singleKind: 'eventWithoutShift',
    groupKind: 'eventsWithoutShift',
    only: 'not_ready',
  },
  {
    need: 'need_invoice',
    days: invoiceDays,
    role: 'finance',
    singleKind: 'eventWithoutInvoice',
    groupKind: 'eventsWithoutInvoice',
    only: 'to_invoice',
  },
];

/** Notifies once, on the day when the missing item is needed: people of an event about their own, the responsible role about all. */
const notifyMissing = async (
  tx: Repositories,
  missing: MissingItem,
  events: readonly LackingEvent[],
  { today, at }: NoticeTime,
): Promise<void> => {
  const responsibleIds = await tx.periods.peopleOf([missing.role]);
  for (const [audience, own] of audiencesOf(events, responsibleIds, at)) {
    const [first, last] = [own[0], own.at(-1)];
    if (first && last && own.length >= MIN_GROUP_SIZE) {
      const subject = { kind: 'events', day: first.day, to: last.day, only: missing.only } as const;
      await notify(tx, missing.groupKind, { subject, occurrence: `${missing.need}:${today}`, words: { count: own.length } }, audience);
      continue;
    }
    for (const event of own) {
      const subject = { kind: 'event', id: event.id, day: event.day } as const;
      const words = { customer: event.customer_name, activity: event.activity ?? noticeParts.program, day: dayText(event.day) };
      await notify(tx, missing.singleKind, { subject, occurrence: `${missing.need}:${event.day}`, words }, audience);
    }
  }
};

/**
 * Daily notices (decisions 5.02): newly overdue invoices, unready events of the next three days, and events whose host, shift or invoice is
 * now needed but missing. A repeated run sends nothing twice.
 * @param slot the day of the schedule
 */
export const sendDailyNotices = async (store: Store, slot: Day, at: Date): Promise<void> => {
  const current = await currentConfig(store);
  const today = todayIn(current.config.timezone, at);
  const earliestDay = addDays(today, -CATCH_UP_DAYS);
  const last = await store.jobs.lastSlot(DAILY_NOTICES_JOB, slot);
  const due = { from: last !== null && last > earliestDay ? last : earliestDay, to: addDays(today, -1), booked: booksBegin(current) };
  await store.transaction(async (tx) => {
    await notifyOverdue(tx, await tx.noticeCauses.unpaidDue(due), { today, at });
  });
  await store.transaction(async (tx) => {
    const until = addDays(today, limits.events.reminderEmailDays);
    await notifyUnready(tx, await tx.noticeCauses.unreadyEvents(today, until), { today, at });
  });
  for (const missing of missingItems)
    await store.transaction(async (tx) => {
      const since = { after: due.from, today };
      await notifyMissing(tx, missing, await tx.noticeCauses.lackingSince(missing.need, missing.days, since), { today, at });
    });
};
