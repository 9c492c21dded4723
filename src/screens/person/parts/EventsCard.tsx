import { messages } from '../../../../contract/messages.ts';
import { LinkedEvents } from '../../../shared/events/LinkedEvents.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import type { ShownPerson } from '../usePerson.ts';

const t = messages.personPage;

/** The next events that name the person. */
export function EventsCard({ person: { events } }: ShownPerson) {
  return (
    <Card title={t.events}>
      {events.length === 0 ? <EmptyState title={t.noEvents} /> : <LinkedEvents label={t.events} events={events} by="customer" />}
    </Card>
  );
}
