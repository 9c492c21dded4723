import { Suspense } from 'react';
import { Link } from 'wouter';
import type { Goal } from '../../../../contract/entities/goal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import { periodAt } from '../../../../contract/rules/time/period.ts';
import { useFeature } from '../../../app/context.ts';
import { toWonDealsLink } from '../../../shared/performance/wonDeals.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { centsOf, formatMoney } from '../../../ui/display/format.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { useKeptFocus } from '../../../ui/support/useKeptFocus.ts';
import type { GoalsView } from '../useGoals.ts';

const [GoalDialog] = lazyComponent(() => import('./GoalDialog.tsx'));

const t = messages.goals;
const severities = { open: 'secondary', reached: 'success', met: 'success', missed: 'danger' } as const;

const formatAmount = ({ kind }: Goal, value: number): string =>
  kind === 'close_deals' ? value.toLocaleString('en-US') : formatMoney(centsOf(value));

/** Links to the counted rows: deals won in the month, otherwise its records. No page lists a seller's customer payments. */
const toHref = ({ kind, user_id, month }: Goal, deals: boolean): string | null => {
  if (kind === 'collect_amount') return null;
  const period = periodAt('month', month);
  return kind === 'close_deals' && deals ? toWonDealsLink(period, user_id) : `/commissions?${toPeriodQuery(period, { person: user_id })}`;
};

/** One goal: progress, author and available actions. */
function GoalRow({ goal, view, sample }: { goal: Goal; view: GoalsView; sample: boolean }) {
  const name = t.kinds[goal.kind];
  const deals = useFeature('deals');
  const href = sample ? null : toHref(goal, deals);
  const progressText = fill(t.progress, { done: formatAmount(goal, goal.progress), target: formatAmount(goal, goal.target) });
  return (
    <li className="goal">
      <span className="goal-name">
        {name} <Badge severity={severities[goal.state]}>{t.states[goal.state]}</Badge>
      </span>
      <span className="goal-words figure" data-leaf={href === null ? '' : undefined}>
        {href === null ? progressText : <Link href={href}>{progressText}</Link>}
      </span>
      <ProgressBar
        label={name}
        value={goal.progress / goal.target}
        severity={goal.progress >= goal.target ? 'success' : 'primary'}
        text={progressText}
      />
      {!sample && <span className="muted goal-by">{fill(t.setBy, { name: goal.set_by })}</span>}
      {goal.actions.length > 0 && (
        <span className="goal-acts">
          <Button
            size="small"
            severity="text"
            unavailable={!view.settled}
            aria-label={fill(t.changeOf, { goal: name })}
            onClick={() => view.change(goal)}
          >
            {t.change}
          </Button>
          <Button
            size="small"
            severity="text"
            unavailable={!view.settled}
            aria-label={fill(t.removeOf, { goal: name })}
            onClick={() => view.remove(goal)}
          >
            {t.remove}
          </Button>
        </span>
      )}
    </li>
  );
}

type Props = Readonly<{ view: GoalsView; month: string; isThisMonth: boolean; isOwn: boolean; sample: boolean }>;

function Goals({ view, month, isOwn, sample }: Omit<Props, 'isThisMonth'>) {
  if (view.waits) return <Skeleton height={140} />;
  const goals = view.goals?.data ?? [];
  if (goals.length === 0 && view.goals)
    return <EmptyState title={fill(t.empty, { month: monthText(month) })}>{isOwn && !view.canAdd ? t.emptyOwn : t.emptySet}</EmptyState>;
  return (
    <ul className="goals" data-stale={view.stale || undefined}>
      {goals.map((goal) => (
        <GoalRow key={goal.id} goal={goal} view={view} sample={sample} />
      ))}
    </ul>
  );
}

/** spec 2.42, decisions 3.04: This Month's Goals, or the goals of another month. */
export function GoalsCard({ isThisMonth, ...props }: Props) {
  const { view, month, sample } = props;
  // Removing a goal also removes the focused button.
  const ref = useKeptFocus<HTMLDivElement>(view.goals);
  return (
    <Card
      title={isThisMonth ? t.title : fill(t.titleOf, { month: monthText(month) })}
      actions={
        <>
          {sample && <Badge severity="warning">{messages.performance.sampleTag}</Badge>}
          {view.canAdd && (
            <Button size="small" severity="secondary" onClick={view.add}>
              {t.add}
            </Button>
          )}
        </>
      }
    >
      {view.error !== null && !view.formOpen && <Alert onRetry={view.failed ? view.retry : undefined}>{view.error}</Alert>}
      <div ref={ref} tabIndex={-1}>
        <Goals {...props} />
      </div>
      {view.formOpen && (
        <Suspense fallback={null}>
          <GoalDialog key={`${view.edited?.id} ${view.edited?.version}`} view={view} month={month} />
        </Suspense>
      )}
    </Card>
  );
}
