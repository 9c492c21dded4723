import './plans.css';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { useFeature, useUser } from '../../app/context.ts';
import { planBuilderPath } from '../../app/routes.ts';
import { PeriodControl } from '../../shared/period/PeriodControl.tsx';
import { ClauseList } from '../../shared/plans/ClauseList.tsx';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { findOpenClause } from './connectPlans.ts';
import { PlanChanges } from './parts/Changes.tsx';
import { PlanCard } from './parts/PlanCard.tsx';
import { usePlans } from './usePlans.ts';

const [PlanChange] = lazyComponent(() => import('./parts/PlanChange.tsx'));

const t = messages.planPage;
const SKELETON_PX = 420;

/** decisions 2.09: the reader's plans in words, with the records each clause priced. */
export default function PlansScreen() {
  const page = usePlans();
  const { answer, error, stale, refused, retry } = page.plans;
  const hasChanges = useFeature('config-change');
  const hasDrafts = useFeature('plan-drafts');
  const mayEdit = can(useUser(), 'plan-draft:use') && hasDrafts;
  const openClause = answer && findOpenClause(answer, page.choice);
  return (
    <div className="page plans">
      <PageHead
        title={messages.menu.plans}
        about={t.subtitle}
        actions={mayEdit && <Link href={planBuilderPath}>{messages.planBuilder.edit}</Link>}
      >
        <PeriodControl actor={page.period} />
      </PageHead>
      {hasChanges && page.choice.change !== '' && (
        <Suspense fallback={null}>
          <PlanChange key={page.choice.change} version={page.choice.change} onClose={() => page.choose({ change: '' })} />
        </Suspense>
      )}
      {error !== null && (
        <Alert {...(refused ? {} : { onRetry: retry })}>
          {error}
          {refused && (
            <Button size="small" severity="text" onClick={() => page.choose({ version: '', compare: '' })}>
              {t.current}
            </Button>
          )}
        </Alert>
      )}
      {!answer && error === null && <Skeleton height={SKELETON_PX} />}
      {answer && (
        <div className={stale ? 'plans-body plans-stale' : 'plans-body'} aria-busy={stale}>
          {page.choice.clause !== '' && openClause === null && <p role="status">{t.noClause}</p>}
          {answer.plans.length === 0 && <EmptyState title={t.none}>{t.noneWhy}</EmptyState>}
          {answer.plans.map((plan, index) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              position={plan.own ? answer.position : null}
              version={answer.version.version}
              page={page}
              open={plan.own || index === 0 || openClause?.plan === plan.id}
              clause={openClause?.plan === plan.id ? openClause.clause : ''}
            />
          ))}
          <Card title={t.company}>
            <ClauseList clauses={answer.company} />
          </Card>
          <PlanChanges plans={answer} choice={page.choice} onChoose={page.choose} />
        </div>
      )}
    </div>
  );
}
