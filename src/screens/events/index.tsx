import './events.css';
import './edits.css';
import { Suspense } from 'react';
import { messages } from '../../../contract/messages.ts';
import { FilterChips } from '../../shared/lists/FilterChips.tsx';
import { PeriodControl } from '../../shared/period/PeriodControl.tsx';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { ChoiceButtons } from '../../ui/form/Choices.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { useNarrow } from '../../ui/support/useNarrow.ts';
import { eventChips } from './connectEvents.ts';
import { EventSummaryCards } from './parts/Cards.tsx';
import { EditDialogs } from './parts/EditDialogs.tsx';
import { EventCards } from './parts/EventCards.tsx';
import { EventsTableCard } from './parts/EventsTable.tsx';
import { EventTools } from './parts/EventTools.tsx';
import { FilterBar } from './parts/FilterBar.tsx';
import { EventsViews } from './parts/SavedViews.tsx';
import { CellQuestion, UnsavedChangesBar } from './parts/UnsavedBar.tsx';
import { ViewChips } from './parts/ViewChips.tsx';
import { useEvents } from './useEvents.ts';

const [Calendar] = lazyComponent(() => import('./parts/Calendar.tsx'));
const [EventPanel] = lazyComponent(() => import('./parts/EventPanel.tsx'));

const t = messages.events;
const views = (['table', 'month', 'week'] as const).map((value) => ({ value, label: t.views[value] }));

/** spec 2.07, 2.45-2.48. View controls and filters take one line each, and only the grid scrolls. */
export default function EventsScreen() {
  const page = useEvents();
  const isNarrow = useNarrow();
  const { view } = page;
  const isTable = view.shown === 'table';
  return (
    <div className="page events" data-shown={view.shown}>
      <PageHead
        title={t.title}
        actions={
          <>
            {page.hasSavedViews && <EventsViews page={page} />}
            {page.maySync && (
              <Button severity="secondary" loading={view.syncing} loadingLabel={view.syncText ?? t.syncing} onClick={page.sync}>
                {t.sync}
              </Button>
            )}
          </>
        }
      >
        <ChoiceButtons label={t.views.label} value={view.shown} options={views} onChoose={page.choose} />
        {/* The calendar has its own date navigation, and the page shows only one. */}
        {isTable && <PeriodControl actor={page.period} compact />}
      </PageHead>
      {page.hasViews && <ViewChips page={page} />}
      {view.error !== null && <Alert onRetry={page.retry}>{view.error}</Alert>}
      <div className="events-bar">
        <EventSummaryCards cards={view.cards} onToggle={page.toggleNeed} />
        <FilterBar filters={page.children.filters} hasSearch={page.hasViews} />
        {isTable && <EventTools page={page} />}
      </div>
      <FilterChips chips={eventChips(view, page.setFilters)} />
      <section className="events-body" aria-label={t.title}>
        {!isTable && (
          <>
            <Suspense fallback={<Spinner />}>
              <Calendar calendar={page.children.calendar} onOpen={page.openPanel} />
            </Suspense>
            <div className="event-bars">
              <UnsavedChangesBar cells={page.children.cells} />
            </div>
          </>
        )}
        {isTable && (isNarrow ? <EventCards page={page} /> : <EventsTableCard page={page} />)}
      </section>
      {view.panel !== null && (
        <Suspense fallback={null}>
          <EventPanel page={page} opened={view.panel} />
        </Suspense>
      )}
      <EditDialogs edit={page.children.edit} />
      <CellQuestion cells={page.children.cells} />
      <div className="p-hidden-accessible" role="status">
        {view.said}
      </div>
    </div>
  );
}
