import './calendar.css';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { angleLeft, angleRight } from '../../../ui/display/icons.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { useNarrow } from '../../../ui/support/useNarrow.ts';
import { connectCalendar } from '../connectCalendar.ts';
import type { EventsPage } from '../useEvents.ts';
import { CalendarGrid } from './CalendarGrid.tsx';
import { ItemList } from './CalendarItems.tsx';

const t = messages.eventCalendar;
type Props = { calendar: EventsPage['children']['calendar']; onOpen: (id: string) => void };

/** The filtered events of a month or week, each on its local day; on phones a list of days. */
export default function Calendar({ calendar, onOpen }: Props) {
  const snapshot = useSelector(calendar, (current) => current);
  const view = useMemo(() => connectCalendar(snapshot), [snapshot]);
  const isNarrow = useNarrow();
  const { mode } = view;
  return (
    <div className="calendar" aria-busy={view.loading}>
      <header className="calendar-head">
        <h2 aria-live="polite">{view.title}</h2>
        <span className="calendar-steps">
          <Button severity="secondary" size="small" onClick={() => calendar.send({ type: 'calendar.today' })}>
            {t.today}
          </Button>
          <Button
            severity="secondary"
            size="small"
            icon={angleLeft}
            aria-label={t.previous[mode]}
            onClick={() => calendar.send({ type: 'calendar.previous' })}
          />
          <Button
            severity="secondary"
            size="small"
            icon={angleRight}
            aria-label={t.next[mode]}
            onClick={() => calendar.send({ type: 'calendar.next' })}
          />
        </span>
        {view.loading && <Spinner label={messages.events.reading} />}
      </header>
      {view.error !== null && <Alert onRetry={() => calendar.send({ type: 'calendar.reload' })}>{view.error}</Alert>}
      {view.empty && (
        <p className="muted" role="status">
          {t.none}
        </p>
      )}
      <div className="calendar-body" data-undated={view.undated.length > 0 || undefined}>
        {isNarrow ? (
          <div className="calendar-agenda">
            {view.agenda.map(({ day, label, items }) => (
              <section key={day} aria-label={label}>
                <h3>{label}</h3>
                <ItemList items={items} onOpen={onOpen} long />
              </section>
            ))}
          </div>
        ) : (
          <CalendarGrid view={view} onOpen={onOpen} />
        )}
        {view.undated.length > 0 && (
          <aside className="calendar-undated" aria-label={fill(t.undated, { count: view.undated.length })}>
            <h3>{fill(t.undated, { count: view.undated.length })}</h3>
            <ItemList items={view.undated} onOpen={onOpen} long />
          </aside>
        )}
      </div>
    </div>
  );
}
