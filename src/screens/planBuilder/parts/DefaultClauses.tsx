import { messages } from '../../../../contract/messages.ts';
import { clausesOfPlan } from '../../../../contract/rules/commission/clauses/planClauses.ts';
import type { Plan } from '../../../../contract/rules/commission/plan.ts';
import { ClauseList } from '../../../shared/plans/ClauseList.tsx';
import { RateSteps } from '../../../shared/plans/RateSteps.tsx';
import { Card } from '../../../ui/display/Card.tsx';

/** The sentences and rates that apply to a plan without clauses of its own. */
export function DefaultClauses({ plan, index }: Readonly<{ plan: Plan; index: number }>) {
  return (
    <Card className="builder-card" title={messages.planEditor.words}>
      <p className="muted">{messages.planBuilder.defaults}</p>
      <RateSteps steps={plan.tiers} position={null} />
      <ClauseList clauses={clausesOfPlan(plan, index, new Map())} />
    </Card>
  );
}
