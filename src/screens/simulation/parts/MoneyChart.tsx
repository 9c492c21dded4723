import type { SimulationDay } from '../../../../contract/entities/simulation.ts';
import { messages } from '../../../../contract/messages.ts';
import { LineChart } from '../../../ui/chart/index.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { centsOf, formatDate } from '../../../ui/display/format.ts';

const t = messages.simulation;
const series = ['earned', 'paid', 'due'] as const;

/** Commission earned, paid and due at the end of each day. */
export function MoneyChart({ days }: { days: readonly SimulationDay[] }) {
  return (
    <Card className="simulation-chart">
      <LineChart
        label={t.chart}
        format="money"
        overLabel={t.day}
        fileName="simulated-commission"
        over={days.map(({ day }) => ({ key: day, label: formatDate(day), short: formatDate(day).replace(/, \d{4}$/, '') }))}
        series={series.map((key) => ({ key, label: t.series[key], points: days.map((day) => ({ value: centsOf(day[key]) })) }))}
      />
    </Card>
  );
}
