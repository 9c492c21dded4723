import { Link } from 'wouter';
import type { CommissionCost, CommissionCosts, CostBreakdown } from '../../../../contract/entities/forecast.ts';
import { costBreakdowns } from '../../../../contract/entities/forecast.ts';
import { type Role, roleLabels } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import type { Period } from '../../../../contract/rules/time/period.ts';
import { FilterChoice } from '../../../shared/lists/FilterChoice.tsx';
import { PeriodControl } from '../../../shared/period/PeriodControl.tsx';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { BarList } from '../../../ui/chart/index.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { formatMoney, formatPercent, NONE } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { useCosts } from '../useForecast.ts';

const t = messages.forecast.costs;
const LOADING_PX = 276;
const MAX_BARS = 12;
const options = costBreakdowns.map((value) => ({ value: value as string, label: t.breakdowns[value] as string }));

const labelOf = (breakdown: CostBreakdown, { key, label }: CommissionCost): string => {
  if (key === '') return t.nobody[breakdown];
  return breakdown === 'role' ? roleLabels[key as Role] : (label ?? key);
};
const shareText = (share: number | null): string => (share === null ? NONE : formatPercent(share));

type HrefOf = (key: string) => { href?: string };

const columnsOf = (breakdown: CostBreakdown, hrefOf: HrefOf): readonly PlainColumn<CommissionCost>[] => [
  {
    key: 'label',
    header: t.breakdowns[breakdown],
    names: true,
    cell: (row) => {
      const { href } = hrefOf(row.key);
      const label = labelOf(breakdown, row);
      return href === undefined ? label : <Link href={href}>{label}</Link>;
    },
  },
  { key: 'commission', header: t.columns.commission, align: 'end', cell: ({ commission }) => <MoneyText cents={toCents(commission)} /> },
  { key: 'revenue', header: t.columns.revenue, align: 'end', cell: ({ revenue }) => <MoneyText cents={toCents(revenue)} /> },
  { key: 'share', header: t.columns.share, align: 'end', cell: ({ share }) => shareText(share) },
];

const totalText = ({ commission, revenue, share }: CommissionCosts['total']): string => {
  const values = { commission: formatMoney(toCents(commission)), revenue: formatMoney(toCents(revenue)), share: shareText(share) };
  return fill(share === null ? t.noRevenue : t.answer, values);
};

function CostsTable({ costs: { total, rows }, by: breakdown, period }: { costs: CommissionCosts; by: CostBreakdown; period: Period }) {
  if (rows.length === 0) return <EmptyState title={t.empty}>{t.emptyWhy}</EmptyState>;
  const hrefOf: HrefOf = (key) =>
    breakdown === 'person' && key !== '' ? { href: `/commissions?${toPeriodQuery(period, { person: key })}` } : {};
  const bars = rows
    .flatMap((row) => (row.share === null ? [] : [{ ...row, share: row.share }]))
    .toSorted((a, b) => b.share - a.share)
    .map((row) => ({
      key: row.key,
      label: labelOf(breakdown, row),
      from: 0,
      to: row.share,
      value: row.share,
      tone: 'total' as const,
      ...hrefOf(row.key),
    }));
  return (
    <>
      <p className="forecast-answer">
        <strong className="figure">
          <Link href={`/commissions?${toPeriodQuery(period, {})}`} className="quiet-link">
            {totalText(total)}
          </Link>
        </strong>
      </p>
      {/* The breakdown by person is the only one that links to lists of records. */}
      <div className="forecast-halves" data-leaf={breakdown === 'person' ? undefined : ''}>
        <BarList
          label={t.chart}
          format="percent"
          words={{ label: t.breakdowns[breakdown], value: t.columns.share }}
          maxBars={MAX_BARS}
          bars={bars}
          fileName={`commission-cost-by-${breakdown}`}
        />
        <div className="forecast-table">
          <PlainTable label={t.title} columns={columnsOf(breakdown, hrefOf)} rows={rows} rowKey={({ key }) => key} />
        </div>
      </div>
      <p className="muted">{t.why}</p>
    </>
  );
}

/** Commission as a share of revenue, by a breakdown and for a chosen period. */
export function CostsCard() {
  const { answer, error, refused, retry, stale, loading, by: breakdown, chooseBy, period, chosen } = useCosts();
  return (
    <Card title={t.title}>
      <div className="forecast-question">
        <PeriodControl actor={period} />
        <FilterChoice
          label={t.by}
          value={breakdown}
          options={options}
          isMarked={false}
          onChange={(value) => chooseBy(value as CostBreakdown)}
        />
      </div>
      {error !== null && <Alert onRetry={refused ? undefined : retry}>{error}</Alert>}
      {answer === null && error === null && <Skeleton height={LOADING_PX} />}
      {answer && (
        <div className={stale ? 'stale' : undefined} aria-busy={loading || undefined}>
          <CostsTable costs={answer} by={breakdown} period={chosen} />
        </div>
      )}
    </Card>
  );
}
