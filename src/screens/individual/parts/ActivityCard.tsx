import { Link } from 'wouter';
import type { Activity, ActivityKind } from '../../../../contract/entities/goal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { periodAt } from '../../../../contract/rules/time/period.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { centsOf, formatDate, formatMoney, formatPercent } from '../../../ui/display/format.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Timeline } from '../../../ui/display/Timeline.tsx';
import { useKeptFocus } from '../../../ui/support/useKeptFocus.ts';
import type { ActivityView } from '../useActivity.ts';

const t = messages.activity;
const milestoneKinds: readonly ActivityKind[] = ['deal_closed', 'quota_milestone'];

const toSentence = ({ kind, title, amount, attainment }: Activity): string => {
  if (kind === 'quota_milestone') return fill(t.milestone, { percent: formatPercent(attainment ?? Number.NaN), title });
  if (kind === 'commission_earned') return fill(t.commission, { amount: formatMoney(centsOf(amount ?? Number.NaN)), title });
  return amount === null ? title : fill(t.dealAmount, { title, amount: formatMoney(centsOf(amount)) });
};

/** Links to the record or the deal of the activity. */
const toHref = ({ entity, entity_id, day }: Activity, person: string): string =>
  entity === 'deal'
    ? `/deals?${new URLSearchParams({ deal: entity_id })}`
    : `/commissions?${toPeriodQuery(periodAt('month', day), { person, row: entity_id })}`;

type Props = Readonly<{ view: ActivityView; person: string; sample: boolean }>;

function ActivityEntry({ activity, person, sample }: Omit<Props, 'view'> & { activity: Activity }) {
  const sentence = toSentence(activity);
  return (
    <div className="activity">
      <span className="activity-kind">{t.kinds[activity.kind]}</span>
      {sample ? <span>{sentence}</span> : <Link href={toHref(activity, person)}>{sentence}</Link>}
      {activity.day !== '' && <time dateTime={activity.day}>{formatDate(activity.day)}</time>}
    </div>
  );
}

/** spec 2.42: the four activity types, newest first. */
export function ActivityCard({ view, person, sample }: Props) {
  const { items, busy, stale, error } = view;
  const ref = useKeptFocus<HTMLDivElement>(items.length, view.canMore);
  const isLoadingMore = busy && !stale && items.length > 0;
  const body = () => {
    if (stale || (busy && items.length === 0)) return <Skeleton height={200} />;
    if (items.length === 0) return error === null && <EmptyState title={t.empty}>{t.emptyWhy}</EmptyState>;
    return (
      <Timeline
        items={items.map((activity) => ({
          key: activity.id,
          marked: milestoneKinds.includes(activity.kind),
          content: <ActivityEntry activity={activity} person={person} sample={sample} />,
        }))}
      />
    );
  };
  return (
    <Card title={t.title} actions={sample && <Badge severity="warning">{messages.performance.sampleTag}</Badge>}>
      <div ref={ref} tabIndex={-1}>
        {body()}
      </div>
      {error !== null && <Alert onRetry={view.retry}>{error}</Alert>}
      {(view.canMore || isLoadingMore) && (
        <Button severity="secondary" size="small" loading={isLoadingMore} onClick={view.more}>
          {t.more}
        </Button>
      )}
    </Card>
  );
}
