import { Suspense } from 'react';
import { Link } from 'wouter';
import { messages } from '../../../../contract/messages.ts';
import { createCardBuilder } from '../../../shared/lists/createCardBuilder.tsx';
import { ListTable } from '../../../shared/lists/ListTable.tsx';
import { useVisitLayout } from '../../../shared/lists/useVisitLayout.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { plus } from '../../../ui/display/icons.ts';
import { PageHead } from '../../../ui/display/PageHead.tsx';
import { downloadCsv, toCsv } from '../../../ui/grid/toolbar/exportCsv.ts';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { getScheduleTitle, NEW_REPORT } from '../reportNames.ts';
import { useSchedules } from '../useSchedules.ts';
import { scheduleColumns, scheduleKeys } from './scheduleColumns.tsx';

const [ScheduleDialog] = lazyComponent(() => import('./ScheduleDialog.tsx'));
const t = messages.reportSchedules;
const cardFields = {
  title: 'type',
  figure: 'format',
  lines: [['every', 'people'], ['next_at', 'created_by'], ['status']],
  acts: 'actions',
};
/** Hidden by default: shown in the panel, and in the table on request. */
const hiddenByDefault = ['created_by'];

/** decisions 2.18: scheduled reports, shown instead of the list of reports. */
export default function SchedulesPage() {
  const schedules = useSchedules();
  const { view, act } = schedules;
  const { layout, onLayoutChange } = useVisitLayout(scheduleKeys, hiddenByDefault);
  const columns = scheduleColumns({ acting: view.acting, onAct: schedules.run });
  return (
    <div className="page reports">
      <PageHead
        title={t.title}
        about={t.subtitle}
        actions={
          <>
            <Link href="/reports">{t.back}</Link>
            <Button icon={plus} onClick={() => act.open(NEW_REPORT)}>
              {t.add}
            </Button>
          </>
        }
      />
      {view.error !== null && view.opened === null && <Alert onDismiss={act.dismiss}>{view.error}</Alert>}
      <Card title={t.title} className="list-card">
        <ListTable
          label={t.title}
          columns={columns}
          layout={layout}
          onLayoutChange={onLayoutChange}
          view={view}
          act={{ readAll: async () => view.rows, retry: act.retry }}
          onExport={(rows) => downloadCsv(t.exportName, toCsv(columns.slice(0, -1), rows))}
          rowLabel={getScheduleTitle}
          toCard={createCardBuilder(columns, cardFields)}
          empty={<EmptyState title={t.empty}>{t.emptyWhy}</EmptyState>}
        >
          {null}
        </ListTable>
      </Card>
      {view.opened?.id === NEW_REPORT && (
        <Suspense fallback={null}>
          <ScheduleDialog schedules={schedules} />
        </Suspense>
      )}
    </div>
  );
}
