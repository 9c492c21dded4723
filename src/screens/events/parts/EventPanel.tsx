import './panel.css';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Event } from '../../../../contract/entities/event.ts';
import { invoiceReasonOf } from '../../../../contract/rules/events/toInvoice.ts';
import { RowPanel } from '../../../shared/lists/RowPanel.tsx';
import { aboutOf } from '../connectEdit.ts';
import type { EventsPage } from '../useEvents.ts';
import { EventFacts } from './EventFacts.tsx';
import { EventStory } from './EventStory.tsx';
import { StaffFields } from './StaffFields.tsx';

/** An event that is shown in the table or in the calendar, and for whom it is; the rest of its story is read with it. */
export default function EventPanel({ page, opened }: { page: EventsPage; opened: NonNullable<EventsPage['view']['panel']> }) {
  const { id, previous, next } = opened;
  const inCalendar = useSelector(page.children.calendar, ({ context }) => context.events.find((event) => event.id === id));
  const listed: Event | undefined = opened.row ?? inCalendar;
  const step = (to: string | null) => (to === null || page.view.shown !== 'table' ? undefined : () => page.openPanel(to));
  // What is read stays open when a filter or a sync takes its row away.
  const [known, keep] = useState(listed);
  if (listed && listed !== known) keep(listed);
  const event = listed ?? (known?.id === id ? known : undefined);
  if (!event) return null;
  return (
    <RowPanel title={aboutOf(event)} onClose={page.closePanel} onPrevious={step(previous)} onNext={step(next)}>
      <div className="event-panel">
        <p>{invoiceReasonOf(event, page.today)}</p>
        {page.hasTimeline && <EventStory key={id} id={id} version={event.version ?? 0} load={page.service.timeline} />}
        <EventFacts event={event} />
        <StaffFields event={event} onEdit={page.mayEdit(event) ? (field) => page.edit(event, field) : null} onWrite={page.writeField} />
      </div>
    </RowPanel>
  );
}
