import { Link } from 'wouter';
import type { Forecast, ForecastLiability } from '../../../../contract/entities/forecast.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { DOUBTFUL_DAYS, OVERDUE_DAYS } from '../../../../contract/rules/forecast/liability.ts';
import { groupBy } from '../../../../contract/rules/groupBy.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import { toRecentYearsQuery } from '../../../shared/period/periodInUrl.ts';
import { BarChart } from '../../../ui/chart/index.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';

const t = messages.forecast.liability;
const partNames = ['due', 'from_records', 'from_deals'] as const;
const figures = [...partNames, 'payable', 'unreleased'] as const;
type Figure = (typeof figures)[number];
/** Anchor of the table that breaks a figure down. */
const PARTS = 'forecast-parts';
/** The page that lists the rows behind a figure. Figures missing here are sums or projections, which no list shows. */
const sourcesOn = (today: Day): Readonly<Partial<Record<Figure, string>>> => ({
  due: `/commissions?${toRecentYearsQuery(today, { status: 'due' })}`,
  from_deals: '/pipeline',
});

/** In the last month of a quarter or year, several periods end on the same day; that day is shown once. */
const groupByDay = (liability: Forecast['liability']): readonly ForecastLiability[] =>
  [...groupBy(liability, ({ end_date }) => end_date).values()].flatMap(([row]) => row ?? []);

/** Commission at the end of the month, quarter and year, by source. */
export function LiabilityCard({ forecast: { liability, deals_left_out, as_of } }: { forecast: Forecast }) {
  const days = groupByDay(liability);
  const sources = sourcesOn(as_of);
  const columns: readonly PlainColumn<Figure>[] = [
    {
      key: 'part',
      header: t.over,
      names: true,
      cell: (figure) => (sources[figure] ? <Link href={sources[figure]}>{t.parts[figure]}</Link> : t.parts[figure]),
    },
    ...days.map((row) => ({
      key: row.end_date,
      header: formatDate(row.end_date),
      align: 'end' as const,
      cell: (figure: Figure) => <MoneyText cents={toCents(row[figure])} />,
    })),
  ];
  return (
    <Card title={t.title}>
      <p className="forecast-answer forecast-nearest">
        {days.map(({ payable, end_date }) => (
          <strong key={end_date} className="figure">
            <a href={`#${PARTS}`} className="quiet-link">
              {fill(t.answer, { amount: formatMoney(toCents(payable)), day: formatDate(end_date) })}
            </a>
          </strong>
        ))}
      </p>
      <div className="forecast-halves">
        <BarChart
          label={t.chart}
          format="money"
          overLabel={t.over}
          fileName="commission-forecast"
          over={days.map(({ end_date }) => ({
            key: end_date,
            label: formatDate(end_date),
            short: fill(t.by, { day: formatDate(end_date) }),
          }))}
          series={partNames.map((key) => ({
            key,
            label: t.parts[key],
            points: days.map((row) => ({ value: toCents(row[key]) })),
          }))}
        />
        <div id={PARTS} className="forecast-table" data-leaf>
          <PlainTable label={t.title} columns={columns} rows={figures} rowKey={(figure) => figure} />
        </div>
      </div>
      <p className="muted">{fill(t.why, { days: OVERDUE_DAYS, doubtful: DOUBTFUL_DAYS })}</p>
      {deals_left_out > 0 && <p className="muted">{fill(t.leftOut, { count: deals_left_out })}</p>}
    </Card>
  );
}
