import { Link } from 'wouter';
import { fill, messages } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import { plansPath } from '../../../app/routes.ts';
import { nextRateSentence } from '../../../shared/performance/nextRate.ts';
import { Card } from '../../../ui/display/Card.tsx';
import { formatPercent } from '../../../ui/display/format.ts';
import type { ShownPerson } from '../usePerson.ts';

const t = messages.personPage;

/** The plan that applies today, its rates if they are the same for the whole period, and the distance to the next rate. */
export function PersonPlan({ person: { plan, money } }: ShownPerson) {
  const hasPlans = useFeature('plan-page');
  if (plan === null) return null;
  const { base_commission_rate: baseRate = null, over_quota_commission_rate: overQuotaRate = null } = money?.summary ?? {};
  const nextRate = nextRateSentence(money?.summary ?? null);
  const name = plan.name ?? '';
  return (
    <Card title={t.plan}>
      {plan.plan_id === null ? (
        <p className="muted">{t.noPlan}</p>
      ) : (
        <p className="person-plan">
          {hasPlans ? <Link href={`${plansPath}?${new URLSearchParams({ plan: plan.plan_id })}`}>{name}</Link> : name}
        </p>
      )}
      {baseRate !== null && overQuotaRate !== null && (
        <p>{fill(t.rates, { base: formatPercent(baseRate), over: formatPercent(overQuotaRate) })}</p>
      )}
      {nextRate !== null && <p className="muted">{nextRate}</p>}
    </Card>
  );
}
