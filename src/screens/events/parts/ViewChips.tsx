import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { type EventViewCounts, eventViewNames } from '../../../../contract/entities/event.ts';
import { messages } from '../../../../contract/messages.ts';
import { eventViewOf } from '../../../../contract/rules/events/eventViews.ts';
import { noEventFilters } from '../../../machines/events/eventFilters.machine.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { useLatest } from '../../../ui/support/useLatest.ts';
import { toEventsUrl } from '../eventsInUrl.ts';
import type { EventsPage } from '../useEvents.ts';

const t = messages.eventViews;
const newestFirst = { key: 'date_time', direction: 'desc' } as const;

/** One-click views with counts: today, next week, to invoice, without a salesperson, not ready, without a day. */
export function ViewChips({ page }: { page: EventsPage }) {
  const { answer, ask } = useAnswer<EventViewCounts>(page.service.viewCounts, {}, '');
  const latest = useLatest(ask);
  const { answered } = page.view;
  const firstAnswered = useRef(answered);
  // Edits may move events between views, so each new list triggers a recount.
  useEffect(() => {
    if (answered !== firstAnswered.current) latest.current({});
  }, [answered]);
  return (
    <nav className="event-views no-print" aria-label={t.label}>
      {eventViewNames.map((name) => {
        const { period, only } = eventViewOf(name, page.today);
        const filters = { ...noEventFilters, only };
        const address = toEventsUrl({ period, filters, need: null, sort: newestFirst, view: 'table', panel: null });
        const count = answer?.[name];
        return (
          <Link key={name} className="event-view" href={`/events?${address}`} aria-current={page.address === address ? 'page' : undefined}>
            {t.names[name]} {count !== undefined && <span className="figure">{count.toLocaleString('en-US')}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
