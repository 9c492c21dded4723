import './events.css';
import { lazy, Suspense } from 'react';
import { messages } from '../../../contract/messages.ts';
import { FilterChips } from '../../shared/lists/FilterChips.tsx';
import { useCsvExport } from '../../shared/lists/useCsvExport.ts';
import { PeriodControl } from '../../shared/period/PeriodControl.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choices } from '../../ui/Choices.tsx';
import { GridToolbar, writeCsv } from '../../ui/grid/GridToolbar.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { eventChips } from './connectEvents.ts';
import { Cards } from './parts/Cards.tsx';
import { EditDialogs } from './parts/EditDialogs.tsx';
import { EventsTable } from './parts/EventsTable.tsx';
import { FilterBar } from './parts/FilterBar.tsx';
import { UndoButtons } from './parts/UndoButtons.tsx';
import { CellQuestion, UnsavedBar } from './parts/UnsavedBar.tsx';
import { useEvents } from './useEvents.ts';

const Calendar = lazy(() => import('./parts/Calendar.tsx'));
const EventPanel = lazy(() => import('./parts/EventPanel.tsx'));

const text = messages.events;
const views = (['table', 'month', 'week'] as const).map((value) => ({ value, label: text.views[value] }));

/** spec 2.07, 2.45-2.48 */
export default function EventsScreen() {
  const page = useEvents();
  const { view, columns, layout, onLayoutChange } = page;
  const fileName = `events-${view.range.start_date}-${view.range.end_date}.csv`;
  const csv = useCsvExport({ readAll: page.readAll, write: (rows) => writeCsv({ columns, layout, rows, fileName }) });
  const choices = <Choices label={text.views.label} value={view.shown} options={views} onChoose={page.choose} />;
  return (
    <div className="events">
      <header className="events-head">
        <h1>{text.title}</h1>
        <p className="muted">{text.subtitle}</p>
        {page.maySync && (
          <Button severity="secondary" loading={view.syncing} loadingLabel={view.syncText ?? text.syncing} onClick={page.sync}>
            {text.sync}
          </Button>
        )}
      </header>
      <PeriodControl actor={page.period} />
      {view.error !== null && <Alert onRetry={page.retry}>{view.error}</Alert>}
      <Cards cards={view.cards} onToggle={page.toggleNeed} />
      <FilterBar filters={page.children.filters} />
      <FilterChips chips={eventChips(view, page.narrow)} />
      <div className="events-body">
        <section className="p-card" aria-label={text.title}>
          {view.shown === 'table' ? (
            <>
              <GridToolbar columns={columns} layout={layout} onLayoutChange={onLayoutChange} rows={view.rows} fileName={fileName} {...csv}>
                {choices}
                <UndoButtons undo={page.undo} />
                <p className="events-count muted figure" role="status">
                  {view.count}
                </p>
              </GridToolbar>
              <EventsTable page={page} />
            </>
          ) : (
            <>
              <div className="grid-toolbar no-print">{choices}</div>
              <Suspense fallback={<Spinner />}>
                <Calendar calendar={page.children.calendar} onOpen={page.openPanel} />
              </Suspense>
              <div className="event-bars">
                <UnsavedBar cells={page.children.cells} />
              </div>
            </>
          )}
        </section>
        {view.panel !== null && (
          <Suspense fallback={null}>
            <EventPanel page={page} opened={view.panel} />
          </Suspense>
        )}
      </div>
      <EditDialogs edit={page.children.edit} />
      <CellQuestion cells={page.children.cells} />
      <div className="p-hidden-accessible" role="status">
        {view.said}
      </div>
    </div>
  );
}
