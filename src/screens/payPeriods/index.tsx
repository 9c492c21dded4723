import './periods.css';
import { Link } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { commissionsPath } from '../../app/routes.ts';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid } from '../../ui/grid/Grid.tsx';
import { GridToolbar } from '../../ui/grid/GridToolbar.tsx';
import { payPeriodColumns } from './columns.tsx';
import { usePayPeriods } from './usePayPeriods.ts';

const text = messages.payPeriods;
const ROW_HEIGHT = 64;
const columnKeys = payPeriodColumns({ busy: true, step: () => {}, check: () => {} }).map((column) => column.key);

/** The months of commission: reviewed, closed and reopened here (decisions 2.11). */
export default function PeriodsScreen() {
  const { periods, loading, busy, failed, error, step, retry, check } = usePayPeriods();
  const { layout, onLayoutChange } = useVisitLayout(columnKeys);
  const columns = payPeriodColumns({ busy, step, check });
  return (
    <div className="periods">
      <header>
        <h1>{messages.menu.payPeriods}</h1>
        <p className="muted">{text.subtitle}</p>
        <Link href={commissionsPath}>{text.back}</Link>
      </header>
      {error !== null && <Alert onRetry={failed ? retry : undefined}>{error}</Alert>}
      <Card title={text.table}>
        <GridToolbar columns={columns} layout={layout} onLayoutChange={onLayoutChange} rows={periods} fileName="pay-periods.csv" />
        <Grid
          label={text.table}
          columns={columns}
          rows={periods}
          rowKey={(row) => row.id}
          layout={layout}
          onLayoutChange={onLayoutChange}
          sort={null}
          onSort={() => {}}
          state={loading ? 'loading' : 'ready'}
          empty={<EmptyState title={text.empty}>{text.emptyWhy}</EmptyState>}
          rowHeight={ROW_HEIGHT}
        />
      </Card>
    </div>
  );
}
