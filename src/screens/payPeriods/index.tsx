import './periods.css';
import { Link } from 'wouter';
import { fill, messages } from '../../../contract/messages.ts';
import { commissionsPath } from '../../app/routes.ts';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { RowPanel } from '../../shared/lists/RowPanel.tsx';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { writeCsv } from '../../ui/grid/GridToolbar.tsx';
import { payPeriodColumns, stepsOf } from './columns.tsx';
import { usePayPeriods } from './usePayPeriods.ts';

const text = messages.payPeriods;
const ROW_HEIGHT = 64;
const columnKeys = payPeriodColumns({ busy: true, run: () => {} }).map((column) => column.key);

/** The months of commission: reviewed, closed and reopened here (decisions 2.11). */
export default function PeriodsScreen() {
  const { view, act, run } = usePayPeriods();
  const { layout, onLayoutChange } = useVisitLayout(columnKeys);
  const busy = view.acting || view.loading;
  const columns = payPeriodColumns({ busy, run });
  const { opened } = view;
  return (
    <div className="periods">
      <header>
        <h1>{messages.menu.payPeriods}</h1>
        <p className="muted">{text.subtitle}</p>
        <Link href={commissionsPath}>{text.back}</Link>
      </header>
      {view.failure !== null && <Alert onRetry={act.retry}>{view.failure}</Alert>}
      {view.error !== null && <Alert onDismiss={act.dismiss}>{view.error}</Alert>}
      <Card title={text.table} className="list-card">
        <ListTable
          label={text.table}
          columns={columns}
          layout={layout}
          onLayoutChange={onLayoutChange}
          view={view}
          act={{ ...act, readAll: async () => view.rows }}
          onExport={(rows) => writeCsv({ columns, layout, rows, fileName: 'pay-periods.csv' })}
          onRowOpen={(row) => act.open(row.id)}
          openRow={opened?.id ?? null}
          rowLabel={(row) => fill(text.open, { month: row.label })}
          empty={<EmptyState title={text.empty}>{text.emptyWhy}</EmptyState>}
          rowHeight={ROW_HEIGHT}
        >
          {null}
        </ListTable>
      </Card>
      {opened?.row && (
        <RowPanel
          title={fill(text.details, { month: opened.row.label })}
          onClose={act.close}
          onPrevious={opened.previous === null ? undefined : () => act.open(opened.previous ?? '')}
          onNext={opened.next === null ? undefined : () => act.open(opened.next ?? '')}
          actions={stepsOf({ period: opened.row, busy, run })}
        >
          <dl className="period-facts">
            {columns
              .filter(({ key }) => key !== 'actions')
              .map(({ key, header, cell }) => (
                <div key={key}>
                  <dt>{header}</dt>
                  <dd>{opened.row && cell(opened.row)}</dd>
                </div>
              ))}
          </dl>
        </RowPanel>
      )}
    </div>
  );
}
