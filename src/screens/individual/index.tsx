import './individual.css';
import { Suspense } from 'react';
import { fill, messages } from '../../../contract/messages.ts';
import { hasNoCommission } from '../../../contract/rules/performance/hasNoCommission.ts';
import { periodAt } from '../../../contract/rules/time/period.ts';
import { useFeature } from '../../app/context.ts';
import { PeriodControl } from '../../shared/period/PeriodControl.tsx';
import { ScopeControl } from '../../shared/scope/ScopeControl.tsx';
import { noScopes } from '../../shared/scope/useScope.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { ActivityCard } from './parts/ActivityCard.tsx';
import { IndividualCards } from './parts/Cards.tsx';
import { GoalsCard } from './parts/GoalsCard.tsx';
import { NotPaid } from './parts/NotPaid.tsx';
import { PayHero } from './parts/PayHero.tsx';
import { QuotaProgress } from './parts/QuotaProgress.tsx';
import { useActivity } from './useActivity.ts';
import { useGoals } from './useGoals.ts';
import { type Individual, useFigures, useIndividual } from './useIndividual.ts';

const [NextDeal] = lazyComponent(() => import('./parts/NextDeal.tsx'));
const [OwnEvents] = lazyComponent(() => import('./parts/OwnEvents.tsx'));

const t = messages.performance.own;

function Goals({ individual: { userId, isOwn, today, chosen }, live }: { individual: Individual; live: boolean }) {
  // The current month if the range contains today, otherwise the month in which the range ends.
  const isNow = chosen.start_date <= today && today <= chosen.end_date;
  const month = periodAt('month', isNow ? today : chosen.end_date).start_date;
  const goals = useGoals({ userId, month }, live);
  const isThisMonth = !live || month === periodAt('month', today).start_date;
  return <GoalsCard view={goals} month={month} isThisMonth={isThisMonth} isOwn={isOwn} sample={!live} />;
}

/** spec 2.42: sales, quota progress, goals and recent activity. */
function Figures({ individual }: { individual: Individual }) {
  const { userId, isOwn, user } = individual;
  const figures = useFigures(individual);
  const [hasGoals, hasActivity, hasProjections] = [useFeature('goals'), useFeature('activity'), useFeature('projections')];
  const activity = useActivity(userId, hasActivity);
  // The next-deal question makes sense only for people who sell.
  const isSelling = figures.answer !== null && (figures.answer.quota_amount > 0 || figures.answer.total_sales > 0);
  const isUnpaid = isOwn && figures.answer !== null && hasNoCommission(user.role, figures.answer);
  return (
    <>
      {isUnpaid && <NotPaid />}
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
      {figures.refused || isUnpaid ? null : (
        <>
          {individual.readsPayouts && <PayHero {...individual} figures={figures} />}
          <IndividualCards {...individual} figures={figures} />
          <div className="own-parts">
            <QuotaProgress {...individual} figures={figures} />
            {hasProjections && isSelling && (
              <Suspense fallback={null}>
                <NextDeal userId={userId} isOwn={isOwn} />
              </Suspense>
            )}
            {(individual.seesGoals || !hasGoals) && <Goals individual={individual} live={hasGoals} />}
            <ActivityCard view={activity} person={isOwn ? '' : userId} sample={!hasActivity} />
          </div>
        </>
      )}
    </>
  );
}

/** spec 2.42, decisions 1.04, 3.02 */
export default function IndividualScreen() {
  const individual = useIndividual();
  const { isOwn, name, people, userId, user } = individual;
  const managesEvents = isOwn && user.role === 'events_manager';
  return (
    <div className="page own">
      <PageHead
        title={isOwn ? messages.menu.myPerformance : name === '' ? t.title : fill(t.titleOf, { name })}
        scope={<ScopeControl {...noScopes} people={people} person={userId} onPerson={individual.choose} />}
      >
        <PeriodControl actor={individual.period} />
      </PageHead>
      {managesEvents ? (
        <Suspense fallback={null}>
          <OwnEvents {...individual} />
        </Suspense>
      ) : (
        // A new person remounts the page, so no figure appears under another person's name.
        <Figures key={userId} individual={individual} />
      )}
    </div>
  );
}
