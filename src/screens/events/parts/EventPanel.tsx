import './panel.css';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Event } from '../../../../contract/entities/event.ts';
import { invoiceReasonOf } from '../../../../contract/rules/events/toInvoice.ts';
import { useFeature } from '../../../app/context.ts';
import { RowPanel } from '../../../shared/lists/RowPanel.tsx';
import { ItemStory } from '../../../shared/story/ItemStory.tsx';
import { applyUnsavedCells } from '../connectCells.ts';
import { describeEvent } from '../connectEdit.ts';
import type { EventsPage } from '../useEvents.ts';
import { EventFacts } from './EventFacts.tsx';
import { EventFields } from './EventFields.tsx';
import { EventReadiness } from './EventReadiness.tsx';
import { EventStory } from './EventStory.tsx';

/** The panel of an event from the table or the calendar; its timeline loads with it. */
export default function EventPanel({ page, opened }: { page: EventsPage; opened: NonNullable<EventsPage['view']['panel']> }) {
  const { id, previous, next } = opened;
  const hasStory = useFeature('story');
  const calendarEvent = useSelector(page.children.calendar, ({ context }) => context.events.find((event) => event.id === id));
  const listedEvent: Event | undefined = opened.row ?? calendarEvent;
  const step = (to: string | null) => (to === null || page.view.shown !== 'table' ? undefined : () => page.openPanel(to));
  // The panel stays open when a filter or a sync removes the row.
  const [lastListed, setLastListed] = useState(listedEvent);
  if (listedEvent && listedEvent !== lastListed) setLastListed(listedEvent);
  const lastSaved = listedEvent ?? (lastListed?.id === id ? lastListed : undefined);
  const unsavedCells = useSelector(page.children.cells, ({ context }) => context.cells);
  // Shows unsaved edits immediately, as the table does.
  const [event] = lastSaved ? applyUnsavedCells([lastSaved], unsavedCells) : [];
  if (!event) return null;
  return (
    <RowPanel title={describeEvent(event)} onClose={page.closePanel} onPrevious={step(previous)} onNext={step(next)}>
      <div className="event-panel">
        {page.hasTimeline && (
          <EventReadiness
            event={event}
            today={page.today}
            onDone={page.mayEdit(event) ? (field) => page.writeField(event, field, 'Yes') : null}
          />
        )}
        <EventFacts event={event} />
        {hasStory ? (
          <ItemStory kind="event" id={id} version={event.version ?? 0} listsNeeds />
        ) : (
          <p>{invoiceReasonOf(event, page.today)}</p>
        )}
        <EventFields
          key={`fields ${id}`}
          event={event}
          suggestions={page.suggested}
          onEdit={page.mayEdit(event) ? (field) => page.edit(event, field) : null}
          onWrite={page.writeField}
        />
        {page.hasTimeline && <EventStory key={id} id={id} version={event.version ?? 0} load={page.service.timeline} />}
      </div>
    </RowPanel>
  );
}
