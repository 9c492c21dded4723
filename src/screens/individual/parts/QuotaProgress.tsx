import { Link } from 'wouter';
import { fill, messages } from '../../../../contract/messages.ts';
import { attainmentOf, hasBegun } from '../../../../contract/rules/commission/attainment.ts';
import { paceOf } from '../../../../contract/rules/performance/pace.ts';
import { periodText } from '../../../../contract/rules/time/dayText.ts';
import { AttainmentRating } from '../../../shared/performance/AttainmentRating.tsx';
import { nextRateSentence } from '../../../shared/performance/nextRate.ts';
import { PlanLink } from '../../../shared/performance/PlanLink.tsx';
import { formatProrated } from '../../../shared/performance/prorated.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { Card } from '../../../ui/display/Card.tsx';
import { centsOf, formatDate, formatMoney, formatPercent } from '../../../ui/display/format.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import type { Individual, IndividualFigures } from '../useIndividual.ts';

const t = messages.performance.own;
const getColor = (attainment: number, isStarted: boolean): 'primary' | 'success' | 'warning' | 'danger' => {
  const { severity } = attainmentOf(attainment, isStarted);
  if (severity === 'secondary') return 'primary';
  return severity === 'success' || severity === 'warning' ? severity : 'danger';
};

type Props = Pick<Individual, 'chosen' | 'today' | 'isOwn' | 'userId' | 'readsPayouts'> & Readonly<{ figures: IndividualFigures }>;

/**
 * The amount missing to the quota, the daily amount needed, and a projection at the current pace. `quota_days` confirms that the quota
 * covers the requested days; without it the quota may be monthly, and nothing is computed.
 */
function Pace({ figures: { answer }, chosen, today, readsPayouts }: Props) {
  if (answer && !hasBegun(chosen, today)) return <p className="muted">{fill(t.notBegun, { period: periodText(chosen) })}</p>;
  if (!answer?.summary?.quota_days) return null;
  const { month_quota_amount: monthQuota } = answer;
  const progressSoFar = {
    sales: centsOf(answer.total_sales),
    quota: centsOf(answer.quota_amount),
    monthQuota: typeof monthQuota === 'number' ? centsOf(monthQuota) : null,
  };
  const pace = paceOf(progressSoFar, chosen, today);
  if (!pace || Number.isNaN(pace.missing)) return null;
  // Omits the quota of the whole period: the card already shows the quota to date, and two amounts would be confusing.
  const missingWords = { missing: formatMoney(pace.missing), period: periodText(chosen) };
  const endDate = formatDate(pace.until);
  // On the last day, amounts per day and projections only repeat the amounts beside them.
  const isLastDay = pace.daysLeft === 1;
  // PayHero shows the next rate to users who may read the person's payouts.
  const nextRate = readsPayouts ? null : nextRateSentence(answer.summary);
  const sentences = [
    pace.missing === 0 ? fill(t.reached, { until: endDate }) : null,
    pace.perDay !== null
      ? fill(isLastDay ? t.paceToday : t.pace, {
          ...missingWords,
          perDay: formatMoney(pace.perDay),
          days: pace.daysLeft,
          until: endDate,
        })
      : null,
    pace.missing > 0 && pace.perDay === null ? fill(t.short, missingWords) : null,
    pace.projected !== null && pace.daysLeft > 1
      ? fill(t.projected, {
          amount: formatMoney(pace.projected),
          percent: formatPercent(pace.projected / pace.quota),
          period: periodText(chosen),
          until: endDate,
        })
      : null,
    nextRate,
  ].filter((sentence) => sentence !== null);
  return (
    <ul className="pace">
      {sentences.map((sentence) => (
        <li key={sentence}>
          <PlanLink>{sentence}</PlanLink>
        </li>
      ))}
    </ul>
  );
}

/** Sales link to their records, the quota to its plan. */
function AttainmentSentence({
  sales,
  quota,
  chosen,
  isOwn,
  userId,
}: Omit<Props, 'figures' | 'today' | 'readsPayouts'> & Readonly<{ sales: string; quota: string }>) {
  const [before = '', middle = '', after = ''] = t.of.split(/\{sales\}|\{quota\}/);
  return (
    <>
      {before}
      <Link href={`/commissions?${toPeriodQuery(chosen, { person: isOwn ? '' : userId })}`}>{sales}</Link>
      {middle}
      <PlanLink>{quota}</PlanLink>
      {after}
    </>
  );
}

/** spec 2.42, 4.06 */
export function QuotaProgress(props: Props) {
  const { answer, loading, stale, error } = props.figures;
  const attainment = answer?.quota_attainment ?? null;
  const isStarted = hasBegun(props.chosen, props.today);
  const hasAttainment = attainment !== null && !Number.isNaN(attainment);
  const body = () => {
    if (loading && (answer === null || stale)) return <Skeleton height={120} />;
    if (!answer && error !== null) return <p className="muted">{messages.performance.notLoaded}</p>;
    if (!answer || !hasAttainment) return <p className="muted">{t.noQuota}</p>;
    const prorated = formatProrated(answer.summary);
    const explainsAttainment = formatPercent(answer.total_sales / answer.quota_amount) === formatPercent(attainment);
    const values = { sales: formatMoney(centsOf(answer.total_sales)), quota: formatMoney(centsOf(answer.quota_amount)) };
    return (
      <>
        <p className="quota-line figure">
          {explainsAttainment ? <AttainmentSentence {...values} {...props} /> : fill(t.quotaAlone, values)}
        </p>
        {prorated !== null && <p className="muted quota-days">{prorated}</p>}
        <ProgressBar label={t.quota} value={attainment} severity={getColor(attainment, isStarted)} />
        <Pace {...props} />
      </>
    );
  };
  return (
    <Card title={t.quota} actions={hasAttainment && !stale && <AttainmentRating attainment={attainment} hasBegun={isStarted} />}>
      {body()}
    </Card>
  );
}
