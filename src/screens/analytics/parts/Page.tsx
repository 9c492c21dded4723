import '../analytics.css';
import { preferredCharts } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import { PeriodControl } from '../../../shared/period/PeriodControl.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { PageHead } from '../../../ui/display/PageHead.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { useAnalytics } from '../useAnalytics.ts';
import { ChartCard } from './ChartCard.tsx';
import { AnalyticsControls, AnalyticsScope } from './Question.tsx';
import { AnalyticsViews } from './SavedViews.tsx';

const t = messages.analytics;
const CHART_PX = 276;

/** Names the amounts this role cannot see, instead of showing them as zero (decisions 3.02). */
function NotForRole() {
  return (
    <Card title={t.money}>
      <p className="muted">{t.notForRoleWhy}</p>
      <dl className="analytics-refused">
        {preferredCharts.map((id) => (
          <div key={id}>
            <dt>{t.charts[id]}</dt>
            <dd>{t.notForRole}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Four charts by period, person, territory or activity type; each figure is compared with other ranges and links to its rows. */
export default function AnalyticsPage() {
  const page = useAnalytics();
  const hasViews = useFeature('views');
  const { answer, charts, failure, stale, pending, question } = page;
  return (
    <div className="page analytics">
      <PageHead title={t.title} about={t.subtitle} scope={<AnalyticsScope {...page} about={answer?.about ?? null} />}>
        <PeriodControl actor={page.period} />
      </PageHead>
      <AnalyticsControls {...page} tools={hasViews && <AnalyticsViews {...page} />} />
      {failure !== null && <Alert {...(page.mayRetry ? { onRetry: page.retry } : {})}>{failure}</Alert>}
      {answer?.gone && !stale && <Alert severity="info">{t.gone}</Alert>}
      {pending > 0 && (
        <p className="muted" role="status">
          {fill(t.pending, { count: pending })}
        </p>
      )}
      {question.by === 'activity_type' && answer?.money && <p className="muted">{t.activityNote}</p>}
      {answer && !answer.money && <NotForRole />}
      <div className="analytics-charts" aria-busy={page.loading}>
        {charts.map((chart) => (
          <div key={chart.id} className={stale ? 'stale' : undefined}>
            <ChartCard chart={chart} />
          </div>
        ))}
        {!answer && page.loading && preferredCharts.map((id) => <Skeleton key={id} height={CHART_PX} />)}
      </div>
    </div>
  );
}
