import './individual.css';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { fill, messages } from '../../../contract/messages.ts';
import { periodAt } from '../../../contract/rules/time/period.ts';
import { useFeature } from '../../app/context.ts';
import { payoutsPath } from '../../app/routes.ts';
import { useNextPayout } from '../../shared/payouts/useNextPayout.ts';
import { PeriodControl } from '../../shared/period/PeriodControl.tsx';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { centsOf, formatDate, formatMoney } from '../../ui/display/format.ts';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Picker } from '../../ui/picker/Picker.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { ActivityCard } from './parts/ActivityCard.tsx';
import { IndividualCards } from './parts/Cards.tsx';
import { GoalsCard } from './parts/GoalsCard.tsx';
import { QuotaProgress } from './parts/QuotaProgress.tsx';
import { useActivity } from './useActivity.ts';
import { useGoals } from './useGoals.ts';
import { type Individual, useFigures, useIndividual } from './useIndividual.ts';

const [NextDeal] = lazyComponent(() => import('./parts/NextDeal.tsx'));
const [OwnEvents] = lazyComponent(() => import('./parts/OwnEvents.tsx'));

const t = messages.performance.own;
/** The line of the next check, so nothing shifts when it loads. */
const CHECK_PX = 24;

function Goals({ own: { userId, isOwn, today, chosen }, live }: { own: Individual; live: boolean }) {
  // The current month if the range contains today, not the month in which a quarter or the last 30 days begin.
  const isNow = chosen.start_date <= today && today <= chosen.end_date;
  const month = periodAt('month', isNow ? today : chosen.end_date).start_date;
  const goals = useGoals({ userId, month }, live);
  const isThisMonth = !live || month === periodAt('month', today).start_date;
  return <GoalsCard view={goals} month={month} isThisMonth={isThisMonth} isOwn={isOwn} sample={!live} />;
}

/** spec 2.42: sales, quota progress, goals and recent activity. */
function Figures({ own: individual }: { own: Individual }) {
  const { userId, isOwn } = individual;
  const figures = useFigures(individual);
  const [goalsLive, activityLive, projects] = [useFeature('goals'), useFeature('activity'), useFeature('projections')];
  const activity = useActivity(userId, activityLive);
  // The next-deal question makes sense only for people who sell.
  const isSelling = figures.answer !== null && (figures.answer.quota_amount > 0 || figures.answer.total_sales > 0);
  return (
    <>
      {figures.error !== null && (
        <Alert onRetry={figures.refused ? undefined : figures.retry}>
          {figures.error}
          {!isOwn && (
            <Button size="small" severity="text" onClick={() => individual.choose(individual.user.id)}>
              {t.back}
            </Button>
          )}
        </Alert>
      )}
      {figures.refused ? null : (
        <>
          <IndividualCards {...individual} figures={figures} />
          <div className="own-parts">
            <QuotaProgress {...individual} figures={figures} />
            {projects && isSelling && (
              <Suspense fallback={null}>
                <NextDeal userId={userId} isOwn={isOwn} />
              </Suspense>
            )}
            {(individual.seesGoals || !goalsLive) && <Goals own={individual} live={goalsLive} />}
            <ActivityCard view={activity} person={isOwn ? '' : userId} sample={!activityLive} />
          </div>
        </>
      )}
    </>
  );
}

/** decisions 2.29: the next check, with a link to the page that explains it. */
function NextCheck({ individual: { isOwn, userId } }: { individual: Individual }) {
  const { answer, error } = useNextPayout(userId);
  if (!answer && error === null) return <Skeleton height={CHECK_PX} />;
  const values = answer && { amount: formatMoney(centsOf(answer.next.amount)), day: formatDate(answer.next.payment_date) };
  return (
    <p className="own-check">
      <Link href={isOwn ? payoutsPath : `${payoutsPath}?${new URLSearchParams({ person: userId })}`}>
        {values ? fill(messages.payouts.nextLink, values) : messages.payouts.next}
      </Link>
    </p>
  );
}

/** spec 2.42, decisions 1.04, 3.02 */
export default function IndividualScreen() {
  const individual = useIndividual();
  const { isOwn, name, people, readsPayouts, userId, user } = individual;
  const runsEvents = isOwn && user.role === 'events_manager';
  return (
    <div className="own">
      <header className="own-head">
        <h1>{isOwn || name === '' ? messages.menu.myPerformance : fill(t.titleOf, { name })}</h1>
        {readsPayouts && <NextCheck key={userId} individual={individual} />}
        <div className="own-question">
          {people.length > 1 && <Picker label={t.person} value={userId} options={people} onChange={individual.choose} />}
          <PeriodControl actor={individual.period} />
        </div>
      </header>
      {runsEvents ? (
        <Suspense fallback={null}>
          <OwnEvents {...individual} />
        </Suspense>
      ) : (
        // A new person remounts the page, so no figure of the previous one appears under the new name.
        <Figures key={userId} own={individual} />
      )}
    </div>
  );
}
