import './reports.css';
import { Suspense } from 'react';
import { fill, messages } from '../../../contract/messages.ts';
import { useFeature } from '../../app/context.ts';
import { chipsOf } from '../../shared/lists/chipsOf.ts';
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
import { later } from '../../ui/support/later.tsx';
import { columnKeys, exportColumns, reportColumns, reportFace } from './columns.tsx';
import { ALL, filterLabel, filterOptions, NEW } from './reportNames.ts';
import { type Reports, useReports } from './useReports.ts';

const [ReportPanel] = later(() => import('./parts/ReportPanel.tsx'));
const [GenerateDialog] = later(() => import('./parts/GenerateDialog.tsx'));
const [SchedulesPage] = later(() => import('./parts/SchedulesPage.tsx'));

const text = messages.reports;
/** Fits a two-line name; px. */
const ROW_HEIGHT = 48;
const filters = [
  ['type', text.type],
  ['status', text.status],
  ['format', text.format],
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
        aria-label={text.search}
        placeholder={text.search}
        value={view.search}
        onChange={({ target }) => act.type(target.value)}
      />
    </div>
  );
}

/** The open report, or the form of a new one. */
function Opened({ reports }: { reports: Reports }) {
  const { opened } = reports.view;
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      {opened.front === 'generate' ? (
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
  const { layout, onLayoutChange } = useVisitLayout(columnKeys);
  if (schedules && view.opened?.front === 'schedules')
    return (
      <Suspense fallback={null}>
        <SchedulesPage />
      </Suspense>
    );
  const chips = chipsOf(view, act, filterLabel);
  const isNarrowed = chips.length > 0;
  const rowActs = { acting: view.acting, onAct: reports.run };
  return (
    <div className="page reports">
      <header className="page-head">
        <div>
          <h1>{text.title}</h1>
          <p className="muted">{text.subtitle}</p>
        </div>
        <span className="page-acts">
          {!isLive && <Badge severity="warning">{text.sample}</Badge>}
          {schedules && (
            <Button severity="secondary" onClick={() => act.open(ALL, 'schedules')}>
              {text.schedules}
            </Button>
          )}
          <Button icon={plus} onClick={() => act.open(NEW, 'generate')}>
            {text.generate}
          </Button>
        </span>
      </header>
      {view.error !== null && <Alert onDismiss={act.dismiss}>{view.error}</Alert>}
      <Card title={text.label} className="list-card">
        <ListTable
          label={text.label}
          columns={reportColumns(rowActs)}
          dense
          rowHeight={ROW_HEIGHT}
          layout={layout}
          onLayoutChange={onLayoutChange}
          view={view}
          act={{ ...act, readAll: reports.readAll }}
          onExport={(rows) => downloadCsv(text.exportName, toCsv(exportColumns, rows))}
          chips={chips}
          onRowOpen={(row) => act.open(row.id)}
          openRow={view.opened?.id ?? null}
          faceOf={(report) => reportFace(report, rowActs)}
          rowLabel={({ name }) => fill(text.open, { name })}
          empty={
            <EmptyState title={isNarrowed ? text.emptyFound : text.empty}>{isNarrowed ? text.emptyFoundWhy : text.emptyWhy}</EmptyState>
          }
        >
          <Filters reports={reports} />
        </ListTable>
      </Card>
      <Opened reports={reports} />
    </div>
  );
}
