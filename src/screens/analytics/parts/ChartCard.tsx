import { messages } from '../../../../contract/messages.ts';
import { BarChart, BarList, LineChart } from '../../../ui/chart/index.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import type { ChartView } from '../charts.ts';

function Drawing({ chart }: { chart: ChartView }) {
  if (chart.kind === 'none')
    return (
      <>
        <h2 className="analytics-name">{chart.title}</h2>
        <EmptyState title={chart.why}>{messages.analytics.emptyAction}</EmptyState>
      </>
    );
  if (chart.kind === 'lines') return <LineChart {...chart.props} />;
  return chart.kind === 'columns' ? <BarChart {...chart.props} /> : <BarList {...chart.props} />;
}

/** A chart, or the reason why it is missing. */
export function ChartCard({ chart }: { chart: ChartView }) {
  return (
    <Card>
      <Drawing chart={chart} />
      {chart.kind !== 'none' && chart.note !== undefined && <p className="muted">{chart.note}</p>}
    </Card>
  );
}
