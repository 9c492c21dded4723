import { fill, messages } from '../../../../contract/messages.ts';
import { attainmentOf, displayedAttainment } from '../../../../contract/rules/commission/attainment.ts';
import type { SalesCurve } from '../../../../contract/rules/performance/salesCurve.ts';
import type { Period } from '../../../../contract/rules/time/period.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { LineChart } from '../../../ui/chart/index.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatDate, formatMoney, formatPercent } from '../../../ui/display/format.ts';
import type { TeamView } from '../connectTeam.ts';

const t = messages.performance.hero;
const CHART_PX = 206;

const paceSentence = ({ ahead }: SalesCurve): string | null => {
  if (ahead === null) return null;
  return fill(ahead < 0 ? t.behind : t.ahead, { amount: formatMoney(Math.abs(ahead)) });
};

/** "Nov 5", or "Nov" for months. */
const toShortLabels = (points: SalesCurve['points']): string[] => {
  const hasMonths = new Set(points.map(({ day }) => day.slice(0, 7))).size === points.length;
  return points.map(({ day }) => formatDate(day).slice(0, hasMonths ? 3 : -6));
};

type Props = Readonly<{ curve: SalesCurve; team: TeamView; period: Period }>;

function Curve({ curve: { points }, team, period }: Props) {
  // Several people have no common list of records.
  const person = team.one?.id ?? '';
  const hasRecords = team.isCompany || person !== '';
  const shortLabels = toShortLabels(points);
  const toRecords = (day: string): string =>
    `/commissions?${toPeriodQuery({ mode: 'custom', start_date: period.start_date, end_date: day }, { person })}`;
  return (
    <LineChart
      label={t.curve}
      format="money"
      overLabel={t.day}
      heightPx={CHART_PX}
      over={points.map(({ day }, index) => ({ key: day, label: formatDate(day), short: shortLabels[index] ?? day }))}
      series={[
        {
          key: 'sales',
          label: t.sales,
          filled: true,
          points: points.map(({ day, sales }) => ({ value: sales, ...(hasRecords ? { href: toRecords(day) } : {}) })),
        },
        { key: 'quota', label: t.quota, dashed: true, points: points.map(({ quota }) => ({ value: quota })) },
      ]}
    />
  );
}

/** How the team is doing: attainment as the page's largest figure, and sales to date against the quota. */
export function TeamHero(props: Props) {
  const { curve, team } = props;
  const { label, severity } = attainmentOf(curve.attainment, team.begun);
  const pace = paceSentence(curve);
  // Compared with the whole quota, sales can be below target but still ahead of pace; then only the sentence shows a rating.
  const contradictsPace = severity === 'danger' && (curve.ahead ?? -1) >= 0;
  return (
    <Card title={t.title} className="team-hero">
      <div className="team-hero-answer" data-stale={team.stale || undefined}>
        <p className="team-hero-figure">
          <strong className="figure">{formatPercent(displayedAttainment(curve.attainment))}</strong>
          {!contradictsPace && <Badge severity={severity}>{label}</Badge>}
        </p>
        <p className="muted">
          <a href="#team-table" className="quiet-link">
            {fill(t.of, { sales: formatMoney(curve.sales), quota: formatMoney(curve.quota) })}
          </a>
          {pace !== null && ` · ${pace}`}
        </p>
      </div>
      <Curve {...props} />
    </Card>
  );
}
