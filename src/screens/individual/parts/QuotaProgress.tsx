import { Link } from 'wouter';
import { fill, messages } from '../../../../contract/messages.ts';
import { attainmentOf } from '../../../../contract/rules/commission/attainment.ts';
import { paceOf } from '../../../../contract/rules/performance/pace.ts';
import { periodText } from '../../../../contract/rules/time/dayText.ts';
import { useFeature } from '../../../app/context.ts';
import { plansPath } from '../../../app/routes.ts';
import { Attained } from '../../../shared/performance/Attained.tsx';
import { proratedText } from '../../../shared/performance/prorated.ts';
import { searchOf } from '../../../shared/period/periodInUrl.ts';
import { Card } from '../../../ui/display/Card.tsx';
import { centsOf, formatDate, formatMoney, formatPercent } from '../../../ui/display/format.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import type { Individual, OwnFigures } from '../useIndividual.ts';

const text = messages.performance.own;
const colourOf = (attainment: number): 'success' | 'warning' | 'danger' => {
  const { severity } = attainmentOf(attainment);
  return severity === 'success' || severity === 'warning' ? severity : 'danger';
};

type Props = Pick<Individual, 'chosen' | 'today' | 'isOwn' | 'userId'> & Readonly<{ figures: OwnFigures }>;

/** What is missing to the quota, what a day must bring, and where the period ends if it goes on as so far. */
function Pace({ figures: { answer }, chosen, today }: Props) {
  if (!answer) return null;
  const { month_quota_amount: ofMonth } = answer;
  const sold = {
    sales: centsOf(answer.total_sales),
    quota: centsOf(answer.quota_amount),
    monthQuota: typeof ofMonth === 'number' ? centsOf(ofMonth) : null,
  };
  const pace = paceOf(sold, chosen, today);
  if (!pace || Number.isNaN(pace.missing)) return null;
  const missing = { missing: formatMoney(pace.missing), quota: formatMoney(pace.quota), period: periodText(chosen) };
  const until = formatDate(pace.until);
  const { next_rate: next } = answer.summary ?? {};
  return (
    <ul className="pace">
      {pace.missing === 0 && <li>{fill(text.reached, { until })}</li>}
      {pace.perDay !== null && <li>{fill(text.pace, { ...missing, perDay: formatMoney(pace.perDay), days: pace.daysLeft, until })}</li>}
      {pace.missing > 0 && pace.perDay === null && <li>{fill(text.short, missing)}</li>}
      {pace.projected !== null && pace.daysLeft > 0 && (
        <li>
          {fill(text.projected, {
            amount: formatMoney(pace.projected),
            percent: formatPercent(pace.projected / pace.quota),
            until,
          })}
        </li>
      )}
      {next && (
        <li>{fill(text.nextRate, { missing: formatMoney(centsOf(next.missing)), period: next.period, rate: formatPercent(next.rate) })}</li>
      )}
    </ul>
  );
}

/** What was sold leads to its rows, the quota to the plan that says it. */
function Sums({ sales, quota, chosen, isOwn, userId }: Omit<Props, 'figures' | 'today'> & Readonly<{ sales: string; quota: string }>) {
  const plans = useFeature('plan-page');
  const [before = '', between = '', after = ''] = text.of.split(/\{sales\}|\{quota\}/);
  return (
    <>
      {before}
      <Link href={`/commissions?${searchOf(chosen, { person: isOwn ? '' : userId })}`}>{sales}</Link>
      {between}
      {plans ? <Link href={plansPath}>{quota}</Link> : quota}
      {after}
    </>
  );
}

/** spec 2.42, 4.06 */
export function QuotaProgress(props: Props) {
  const { answer, loading, stale } = props.figures;
  const attainment = answer?.quota_attainment ?? null;
  const known = attainment !== null && !Number.isNaN(attainment);
  const body = () => {
    if (loading && (answer === null || stale)) return <Skeleton height={120} />;
    if (!answer || !known) return <p className="muted">{text.noQuota}</p>;
    const prorated = proratedText(answer.summary);
    const sums = { sales: formatMoney(centsOf(answer.total_sales)), quota: formatMoney(centsOf(answer.quota_amount)) };
    return (
      <>
        <p className="quota-line figure">
          <Sums {...sums} {...props} />
        </p>
        {prorated !== null && <p className="muted quota-days">{prorated}</p>}
        <ProgressBar label={text.quota} value={attainment} severity={colourOf(attainment)} />
        <Pace {...props} />
      </>
    );
  };
  return (
    <Card title={text.quota} actions={known && !stale && <Attained attainment={attainment} />}>
      {body()}
    </Card>
  );
}
