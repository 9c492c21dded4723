import { Link } from 'wouter';
import type { Event } from '../../../../contract/entities/event.ts';
import { messages } from '../../../../contract/messages.ts';
import { eventAddress } from '../../../../contract/rules/events/eventAddress.ts';
import { whenOf, whenText } from '../../../../contract/rules/time/eventTime.ts';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { NONE } from '../../../ui/display/format.ts';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';
import type { ShownPerson } from '../usePerson.ts';

const t = messages.personPage;
const dayOf = (event: Event): string | null => {
  const time = whenOf(event);
  return time && (time.known === 'day' || time.known === 'time') ? time.day : null;
};
const columns: readonly PlainColumn<Event>[] = [
  {
    key: 'customer',
    header: t.customer,
    names: true,
    cell: (event) => <Link href={eventAddress(event.id, dayOf(event))}>{event.customer.name || NONE}</Link>,
  },
  {
    key: 'day',
    header: t.eventDay,
    cell: (event) => {
      const time = whenOf(event);
      return time && dayOf(event) !== null ? whenText(time) : t.noDay;
    },
  },
];

/** The next events that name the person. */
export function EventsCard({ person: { events } }: ShownPerson) {
  return (
    <Card title={t.events}>
      {events.length === 0 ? (
        <EmptyState title={t.noEvents} />
      ) : (
        <PlainTable label={t.events} columns={columns} rows={events} rowKey={({ id }) => id} />
      )}
    </Card>
  );
}
