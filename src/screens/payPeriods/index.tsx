import './periods.css';
import { Suspense } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { PayPeriod } from '../../../contract/entities/payPeriod.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import { useFeature, useToday } from '../../app/context.ts';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { RowFacts } from '../../shared/lists/RowFacts.tsx';
import { RowPanel } from '../../shared/lists/RowPanel.tsx';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { NONE } from '../../ui/display/format.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { writeCsv } from '../../ui/grid/toolbar/GridToolbar.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { getPeriodSteps, payPeriodColumns, toPayPeriodCard, toReviewUrl } from './columns.tsx';
import { usePayPeriods } from './usePayPeriods.ts';

const [Unconfirmed] = lazyComponent(() => import('../../shared/statements/Unconfirmed.tsx'));
const [ClosingPage] = lazyComponent(() => import('./closing/ClosingPage.tsx'));

const t = messages.payPeriods;
const closingText = messages.closing;
const ROW_HEIGHT = 48;
/** Columns hidden by default: the note of a closed month shows the last two, and the panel all four. */
const hiddenByDefault = ['hash', 'root', 'closed_at', 'closed_by'];
const columnKeys = payPeriodColumns({ busy: true, hasReviews: false, run: () => {} }).map((column) => column.key);

const filledColumns = (columns: ReturnType<typeof payPeriodColumns>, row: PayPeriod) =>
  columns.filter(({ text }) => !['', NONE].includes(text(row)));

/** Commission months: reviewed, closed and reopened here (decisions 2.11). */
function Months() {
  const today = useToday();
  const hasReviews = useFeature('close-review');
  const [, navigate] = useLocation();
  const { view, act, run } = usePayPeriods((id) => {
    if (hasReviews) navigate(toReviewUrl(id));
  });
  const hasReminders = useFeature('statement-reminders');
  const { layout, onLayoutChange } = useVisitLayout(columnKeys, hiddenByDefault);
  const busy = view.acting || view.loading;
  const columns = payPeriodColumns({ busy, hasReviews, run });
  const { opened } = view;
  /** Finished open months, newest first; two or more can be closed in one step. */
  const finishedMonths = view.rows.filter((row) => row.end_date < today && row.state !== 'closed').sort((a, b) => (a.id < b.id ? 1 : -1));
  const [newest, secondNewest] = finishedMonths;
  const hasOlderOpen = (id: string) => view.rows.some((row) => row.id < id && row.state !== 'closed');
  // The panel covers the page on a phone, so its steps report there.
  const alert = view.error !== null && <Alert onDismiss={act.dismiss}>{view.error}</Alert>;
  return (
    <div className="page">
      <PageHead
        title={messages.menu.payPeriods}
        about={t.subtitle}
        actions={
          hasReviews &&
          newest &&
          secondNewest && (
            <Button severity="secondary" disabled={busy} onClick={() => run({ kind: 'several', period: newest })}>
              {fill(closingText.several, { month: monthText(newest.start_date) })}
            </Button>
          )
        }
      />
      {!opened?.row && alert}
      <Card title={t.table} className="list-card page-list">
        <ListTable
          label={t.table}
          columns={columns}
          layout={layout}
          onLayoutChange={onLayoutChange}
          view={view}
          act={{ ...act, readAll: async () => view.rows }}
          onExport={(rows) => writeCsv({ columns, layout, rows, fileName: 'pay-periods.csv' })}
          onRowOpen={(row) => act.open(row.id)}
          openRow={opened?.id ?? null}
          toCard={(period) => toPayPeriodCard(period, { busy, hasReviews, run })}
          rowLabel={(row) => fill(t.open, { month: row.label })}
          empty={<EmptyState title={t.empty}>{t.emptyWhy}</EmptyState>}
          rowHeight={ROW_HEIGHT}
        />
      </Card>
      {hasReminders && (
        <Suspense fallback={null}>
          <Unconfirmed />
        </Suspense>
      )}
      {opened?.row && (
        <RowPanel
          title={monthText(opened.row.start_date)}
          closeLabel={t.backToList}
          onClose={act.close}
          onPrevious={opened.previous === null ? undefined : () => act.open(opened.previous ?? '')}
          onNext={opened.next === null ? undefined : () => act.open(opened.next ?? '')}
          actions={
            <>
              {hasReviews && <Link href={toReviewUrl(opened.id)}>{closingText.open}</Link>}
              {getPeriodSteps({ period: opened.row, busy, hasReviews, run })}
              {hasReviews && opened.row.end_date < today && hasOlderOpen(opened.id) && opened.row.state !== 'closed' && (
                <Button severity="secondary" disabled={busy} onClick={() => opened.row && run({ kind: 'several', period: opened.row })}>
                  {fill(closingText.several, { month: monthText(opened.row.start_date) })}
                </Button>
              )}
            </>
          }
        >
          {alert}
          <RowFacts row={opened.row} columns={filledColumns(columns, opened.row)} />
        </RowPanel>
      )}
    </div>
  );
}

/** The list of months, or the review of one month with its own URL. */
export default function PeriodsScreen() {
  const reviews = useFeature('close-review');
  const id = new URLSearchParams(useSearch()).get('review');
  if (!reviews || id === null) return <Months />;
  return (
    <Suspense fallback={null}>
      <ClosingPage key={id} id={id} />
    </Suspense>
  );
}
