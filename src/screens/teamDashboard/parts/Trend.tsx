import { messages } from '../../../../contract/messages.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import { monthIndexOf, periodAt } from '../../../../contract/rules/time/period.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { LineChart } from '../../../ui/chart/index.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import type { TeamView } from '../connectTeam.ts';

const t = messages.performance;

/** Twelve months of sales, each linked to the commissions of its month. */
export function Trend({ trend: { months, sales }, money }: Pick<TeamView, 'trend' | 'money'>) {
  if (!money || sales === null || months.length === 0) return null;
  return (
    <Card className="team-trend">
      <LineChart
        label={t.trend}
        format="money"
        overLabel={t.month}
        fileName="team-sales"
        over={months.map((month) => ({ key: month, label: monthText(month), short: messages.period.months[monthIndexOf(month)] ?? month }))}
        series={[
          {
            key: 'sales',
            label: t.columns.sales,
            points: sales.map((value, index) => ({
              value,
              href: `/commissions?${toPeriodQuery(periodAt('month', months[index] ?? ''), {})}`,
            })),
          },
        ]}
      />
    </Card>
  );
}
