import type { Insertable } from 'kysely';
import type { NotificationPriority, NotificationType } from '../../contract/entities/notification.ts';
import type { NotificationsTable } from '../db/schema/index.ts';
import { linkTo } from '../domain/notifications/links.ts';
import { type DayNumber, instantOn } from './calendar.ts';
import type { DemoEventRow } from './events/events.ts';
import type { DemoHighlight } from './highlights.ts';
import type { DemoPeople, DemoPerson } from './people/people.ts';
import { randomOf } from './random.ts';

type Kind = DemoHighlight['kind'];
type Note = Readonly<{
  day: DayNumber;
  type: NotificationType;
  priority: NotificationPriority;
  title: string;
  message: string;
  link: string | null;
}>;

const NOTES_PER_ACCOUNT = 15;
const appearanceByKind: Readonly<Record<Kind, readonly [NotificationType, NotificationPriority]>> = {
  paid_in_full: ['commission', 'medium'],
  overdue: ['payment', 'high'],
  over_paid: ['commission', 'high'],
  payout: ['payment', 'medium'],
  payout_failed: ['payment', 'critical'],
  payout_waiting: ['payment', 'medium'],
  adjustment_waiting: ['commission', 'high'],
  adjustment_decided: ['commission', 'medium'],
  quota_80: ['quota', 'medium'],
  quota_100: ['quota', 'high'],
  deal_won: ['deal', 'medium'],
  deal_stale: ['deal', 'other'],
};

/** The same links as in real notifications (decisions 5.02). */
const linkOf = ({ subject }: DemoHighlight): string | null => (subject && linkTo(subject)) ?? null;

const toNote = (highlight: DemoHighlight, isOwn: boolean): Note => {
  const { kind, day, title, message, about } = highlight;
  const [type, priority] = appearanceByKind[kind];
  return {
    day,
    type,
    priority,
    title,
    link: linkOf(highlight),
    message: isOwn ? message : `${about.first_name} ${about.last_name}: ${message}`,
  };
};

/** The latest of each kind in rotation, so that no kind crowds out the others. */
const pickByKind = (highlights: readonly DemoHighlight[], kinds: readonly Kind[], isOwn: boolean): Note[] => {
  const highlightsByKind = kinds.map((kind) => highlights.filter((highlight) => highlight.kind === kind).sort((a, b) => b.day - a.day));
  const chosenNotes: Note[] = [];
  for (let round = 0; chosenNotes.length < NOTES_PER_ACCOUNT && highlightsByKind.some((list) => round < list.length); round += 1) {
    for (const list of highlightsByKind) {
      const highlight = list[round];
      if (highlight && chosenNotes.length < NOTES_PER_ACCOUNT) chosenNotes.push(toNote(highlight, isOwn));
    }
  }
  return chosenNotes;
};

const eventNotes = (events: readonly DemoEventRow[], today: DayNumber): Note[] => {
  const upcomingEvents = events.filter(
    ({ starts_at, activity_type }) => starts_at !== null && activity_type !== 'Canceled' && Date.parse(starts_at) / 86_400_000 > today,
  );
  const nearest = upcomingEvents.sort((a, b) => ((a.starts_at ?? '') < (b.starts_at ?? '') ? -1 : 1)).slice(0, 40);
  const eventNotes = (list: DemoEventRow[], title: string, message: string): Note[] =>
    list.slice(0, NOTES_PER_ACCOUNT / 3).map((event, index) => ({
      day: today - 1 - index * 2,
      type: 'other',
      priority: index === 0 ? 'high' : 'medium',
      title,
      message: `${event.customer_name}: ${event.activity ?? 'program'} ${message}`,
      link: (event.day && linkTo({ kind: 'event', id: event.id, day: event.day })) ?? '/events',
    }));
  return [
    ...eventNotes(
      nearest.filter(({ reviewed }) => reviewed !== 'Yes'),
      'Event not reviewed',
      'is coming up and not reviewed.',
    ),
    ...eventNotes(
      nearest.filter((event) => event.tech_setup_required === 'Yes' && event.tech_setup_completed !== 'Yes'),
      'Tech setup is open',
      'needs its tech setup.',
    ),
    ...eventNotes(
      nearest.filter((event) => event.pre_program_setup_email_sent !== 'Yes'),
      'Pre-program email not sent',
      'has had no pre-program email.',
    ),
  ];
};

/** General announcements that fill up short lists. */
const generalNotes = (today: DayNumber): Note[] =>
  [
    ['Month-end payouts', 'Bookings and customer payments recorded by the 27th are in the month-end payout.', '/commissions'],
    ['Your settings', 'Choose which notifications also reach you by email in Settings.', '/settings'],
    ['Quarter under way', 'Quotas of the quarter are set: $100,000.00 each for salespeople.', '/commissions'],
    ['Holiday calendar', 'Programs pause for the school holidays; events keep their dates.', '/events'],
    ['New columns', 'Columns of every table can be reordered; the order is kept for you.', '/commissions'],
    ['Plan unchanged', 'Base rate 5.0% and over-quota rate 7.5% stay as they are.', '/commissions'],
    ['Statement of last month', 'Last month’s records are final unless an invoice is credited.', '/commissions'],
    ['Welcome', 'Welcome to Brightpath Coding.', null],
  ].map(([title, message, link], index) => ({
    day: today - 4 - index * 5,
    type: 'system',
    priority: 'other',
    title: title ?? '',
    message: message ?? '',
    link: link ?? null,
  }));

/** About fifteen per demo account, the latest few unread. */
export const notificationRows = (
  people: DemoPeople,
  highlights: readonly DemoHighlight[],
  events: readonly DemoEventRow[],
  today: DayNumber,
) => {
  const [seller] = people.sellers;
  const [manager] = people.managers;
  const othersHighlights = highlights.filter(({ about }) => about.id !== seller?.id);
  const companyKinds: readonly Kind[] = ['adjustment_waiting', 'quota_100', 'deal_won', 'overdue'];
  const inboxes: [DemoPerson | undefined, Note[]][] = [
    [
      seller,
      pickByKind(
        highlights.filter(({ about }) => about.id === seller?.id),
        ['paid_in_full', 'payout', 'adjustment_decided', 'quota_80', 'quota_100', 'deal_won', 'over_paid', 'overdue', 'deal_stale'],
        true,
      ),
    ],
    [
      manager,
      pickByKind(
        highlights.filter(({ about }) => about.manager_id === manager?.id),
        ['adjustment_waiting', 'adjustment_decided', 'quota_80', 'quota_100', 'deal_won', 'overdue', 'deal_stale'],
        false,
      ),
    ],
    [people.vp, pickByKind(othersHighlights, companyKinds, false)],
    [people.admin, pickByKind(othersHighlights, ['adjustment_waiting', 'payout_failed', 'over_paid'], false).slice(0, 8)],
    [people.finance[0], pickByKind(highlights, ['payout_failed', 'payout_waiting', 'overdue', 'over_paid'], false)],
    [people.eventsManagers[0], eventNotes(events, today)],
  ];
  const random = randomOf('notifications');
  const notes = inboxes.flatMap(([person, isOwn]) => {
    if (!person) return [];
    const inboxNotes = [...isOwn, ...generalNotes(today)].slice(0, NOTES_PER_ACCOUNT).sort((a, b) => b.day - a.day);
    const unread = random.int(3, 7);
    return inboxNotes.map((note, index) => ({ ...note, person, unread: index < unread && note.type !== 'system' }));
  });
  return (
    notes
      .sort((a, b) => a.day - b.day || a.person.id - b.person.id)
      .map((note, index) => ({
        ...note,
        created_at: instantOn(Math.min(note.day, today - 1), index),
        read_at: note.unread ? null : instantOn(Math.min(note.day, today - 1), index + 1),
      }))
      // The list is ordered by id, so the newest needs the highest one.
      .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
      .map(({ person, type, priority, title, message, link, read_at, created_at }, index) => {
        return {
          id: index + 1,
          user_id: person.id,
          type,
          priority,
          title,
          message,
          link,
          dedupe_key: `demo-${index + 1}`,
          read_at,
          created_at,
        } satisfies Insertable<NotificationsTable>;
      })
  );
};
