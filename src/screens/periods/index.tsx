import './periods.css';
import { Link } from 'wouter';
import type { PayPeriod } from '../../../contract/entities/payPeriod.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useVisitLayout } from '../../app/columns/useVisitLayout.ts';
import { commissionsPath } from '../../app/routes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid } from '../../ui/grid/Grid.tsx';
import { GridToolbar } from '../../ui/grid/GridToolbar.tsx';
import { payPeriodColumns } from './columns.tsx';
import { usePayPeriods } from './usePayPeriods.ts';

const text = messages.payPeriods;
const ROW_HEIGHT = 48;
const columnKeys = payPeriodColumns({ busy: true, step: () => {}, copy: () => {} }).map((column) => column.key);

/** What keeps a month from closing, and why it was reopened, in sentences. */
function Notes({ period }: { period: PayPeriod }) {
  return (
    <>
      {period.reason !== null && period.state !== 'closed' && <p>{fill(text.reason, { reason: period.reason })}</p>}
      {period.blockers.length > 0 && (
        <section>
          <h3>{fill(text.blockers, { month: period.label })}</h3>
          <ul className="period-blockers">
            {period.blockers.map((blocker) => (
              <li key={blocker}>{blocker}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The months of commission: reviewed, closed and reopened here (decisions 2, "Periods"). */
export default function PeriodsScreen() {
  const { periods, loading, busy, failed, error, step, retry, copy } = usePayPeriods();
  const { layout, onLayoutChange } = useVisitLayout(columnKeys);
  const columns = payPeriodColumns({ busy, step, copy });
  const unfinished = periods.filter((period) => period.state !== 'closed' && (period.blockers.length > 0 || period.reason !== null));
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
      {unfinished.length > 0 && (
        <Card className="period-notes">
          {unfinished.map((period) => (
            <Notes key={period.id} period={period} />
          ))}
        </Card>
      )}
    </div>
  );
}
