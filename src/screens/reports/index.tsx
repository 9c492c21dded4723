import './reports.css';
import { Suspense } from 'react';
import { fill, messages } from '../../../contract/messages.ts';
import { useFeature } from '../../app/context.ts';
import { createChips } from '../../shared/lists/createChips.ts';
import { FilterChoice } from '../../shared/lists/FilterChoice.tsx';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { SearchField } from '../../shared/lists/SearchField.tsx';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { plus } from '../../ui/display/icons.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { downloadCsv, toCsv } from '../../ui/grid/toolbar/exportCsv.ts';
import { lazyComponent } from '../../ui/support/later.tsx';
import { reportColumnKeys, reportColumns, reportExportColumns, toReportCard } from './columns.tsx';
import { ALL_REPORTS, filterOptions, NEW_REPORT, reportsFilterLabel } from './reportNames.ts';
import { type Reports, useReports } from './useReports.ts';

const [ReportPanel] = lazyComponent(() => import('./parts/ReportPanel.tsx'));
const [GenerateDialog] = lazyComponent(() => import('./parts/GenerateDialog.tsx'));
const [SchedulesPage] = lazyComponent(() => import('./parts/SchedulesPage.tsx'));

const t = messages.reports;
/** px; fits a two-line name. */
const ROW_HEIGHT = 48;
const filters = [
  ['type', t.type],
  ['status', t.status],
  ['format', t.format],
] as const;

function Filters({ reports: { view, act } }: { reports: Reports }) {
  return (
    <>
      {filters.map(([key, label]) => (
        <FilterChoice
          key={key}
          label={label}
          value={view.filters[key] ?? ''}
          options={filterOptions[key]}
          onChange={(value) => act.choose(key, value)}
        />
      ))}
    </>
  );
}

/** The open report, or the form for a new one. */
function OpenReportPanel({ reports }: { reports: Reports }) {
  const { opened } = reports.view;
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      {opened.pane === 'generate' ? (
        <GenerateDialog reports={reports} />
      ) : (
        <ReportPanel key={opened.id} reports={reports} opened={opened} />
      )}
    </Suspense>
  );
}

/** spec 2.59; without the feature, the specified sample (decisions 1.02). */
export default function ReportsScreen() {
  const reports = useReports();
  const { view, act, isLive } = reports;
  const hasSchedules = useFeature('report-schedules');
  const { layout, onLayoutChange } = useVisitLayout(reportColumnKeys);
  if (hasSchedules && view.opened?.pane === 'schedules')
    return (
      <Suspense fallback={null}>
        <SchedulesPage />
      </Suspense>
    );
  const chips = createChips(view, act, reportsFilterLabel);
  const isFiltered = chips.length > 0;
  const actionProps = { acting: view.acting, onAct: reports.run };
  return (
    <div className="page reports">
      <PageHead
        title={t.title}
        about={t.subtitle}
        actions={
          <>
            {hasSchedules && (
              <Button severity="secondary" onClick={() => act.open(ALL_REPORTS, 'schedules')}>
                {t.schedules}
              </Button>
            )}
            <Button icon={plus} onClick={() => act.open(NEW_REPORT, 'generate')}>
              {t.generate}
            </Button>
          </>
        }
      >
        {!isLive && <Badge severity="warning">{t.sample}</Badge>}
      </PageHead>
      {view.error !== null && <Alert onDismiss={act.dismiss}>{view.error}</Alert>}
      <Card title={t.label} className="list-card page-list">
        <ListTable
          label={t.label}
          columns={reportColumns(actionProps)}
          dense
          rowHeight={ROW_HEIGHT}
          layout={layout}
          onLayoutChange={onLayoutChange}
          view={view}
          act={{ ...act, readAll: reports.readAll }}
          onExport={(rows) => downloadCsv(t.exportName, toCsv(reportExportColumns, rows))}
          chips={chips}
          tools={<SearchField label={t.search} value={view.search} onChange={act.type} />}
          onRowOpen={(row) => act.open(row.id)}
          openRow={view.opened?.id ?? null}
          toCard={(report) => toReportCard(report, actionProps)}
          rowLabel={({ name }) => fill(t.open, { name })}
          empty={<EmptyState title={isFiltered ? t.emptyFound : t.empty}>{isFiltered ? t.emptyFoundWhy : t.emptyWhy}</EmptyState>}
        >
          <Filters reports={reports} />
        </ListTable>
      </Card>
      <OpenReportPanel reports={reports} />
    </div>
  );
}
