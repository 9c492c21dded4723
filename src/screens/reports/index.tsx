import './reports.css';
import { Suspense } from 'react';
import { fill, messages } from '../../../contract/messages.ts';
import { useFeature } from '../../app/context.ts';
import { createChips } from '../../shared/lists/chipsOf.ts';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { plus } from '../../ui/display/icons.ts';
import { Input } from '../../ui/form/Input.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { downloadCsv, toCsv } from '../../ui/grid/toolbar/exportCsv.ts';
import { lazyComponent } from '../../ui/support/later.tsx';
import { reportColumnKeys, reportColumns, reportExportColumns, reportFace } from './columns.tsx';
import { ALL_REPORTS, filterOptions, NEW_REPORT, reportsFilterLabel } from './reportNames.ts';
import { type Reports, useReports } from './useReports.ts';

const [ReportPanel] = lazyComponent(() => import('./parts/ReportPanel.tsx'));
const [GenerateDialog] = lazyComponent(() => import('./parts/GenerateDialog.tsx'));
const [SchedulesPage] = lazyComponent(() => import('./parts/SchedulesPage.tsx'));

const t = messages.reports;
/** Fits a two-line name; px. */
const ROW_HEIGHT = 48;
const filters = [
  ['type', t.type],
  ['status', t.status],
  ['format', t.format],
] as const;

function Filters({ reports: { view, act } }: { reports: Reports }) {
  return (
    <div className="list-filters">
      {filters.map(([key, label]) => (
        <Select
          key={key}
          aria-label={label}
          value={view.filters[key] ?? ''}
          options={filterOptions[key]}
          onChange={({ target }) => act.choose(key, target.value)}
        />
      ))}
      <Input
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        value={view.search}
        onChange={({ target }) => act.type(target.value)}
      />
    </div>
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
  const schedules = useFeature('report-schedules');
  const { layout, onLayoutChange } = useVisitLayout(reportColumnKeys);
  if (schedules && view.opened?.pane === 'schedules')
    return (
      <Suspense fallback={null}>
        <SchedulesPage />
      </Suspense>
    );
  const chips = createChips(view, act, reportsFilterLabel);
  const isNarrowed = chips.length > 0;
  const rowActs = { acting: view.acting, onAct: reports.run };
  return (
    <div className="page reports">
      <header className="page-head">
        <div>
          <h1>{t.title}</h1>
          <p className="muted">{t.subtitle}</p>
        </div>
        <span className="page-acts">
          {!isLive && <Badge severity="warning">{t.sample}</Badge>}
          {schedules && (
            <Button severity="secondary" onClick={() => act.open(ALL_REPORTS, 'schedules')}>
              {t.schedules}
            </Button>
          )}
          <Button icon={plus} onClick={() => act.open(NEW_REPORT, 'generate')}>
            {t.generate}
          </Button>
        </span>
      </header>
      {view.error !== null && <Alert onDismiss={act.dismiss}>{view.error}</Alert>}
      <Card title={t.label} className="list-card">
        <ListTable
          label={t.label}
          columns={reportColumns(rowActs)}
          dense
          rowHeight={ROW_HEIGHT}
          layout={layout}
          onLayoutChange={onLayoutChange}
          view={view}
          act={{ ...act, readAll: reports.readAll }}
          onExport={(rows) => downloadCsv(t.exportName, toCsv(reportExportColumns, rows))}
          chips={chips}
          onRowOpen={(row) => act.open(row.id)}
          openRow={view.opened?.id ?? null}
          faceOf={(report) => reportFace(report, rowActs)}
          rowLabel={({ name }) => fill(t.open, { name })}
          empty={<EmptyState title={isNarrowed ? t.emptyFound : t.empty}>{isNarrowed ? t.emptyFoundWhy : t.emptyWhy}</EmptyState>}
        >
          <Filters reports={reports} />
        </ListTable>
      </Card>
      <OpenReportPanel reports={reports} />
    </div>
  );
}
