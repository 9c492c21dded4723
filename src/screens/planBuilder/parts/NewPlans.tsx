import { fill, messages } from '../../../../contract/messages.ts';
import { ConfigDifference } from '../../../shared/plans/ConfigDifference.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import type { PlanBuilder } from '../usePlanBuilder.ts';

const t = messages.planBuilder;

/** Plans published since the draft was started: their changes, and a button to confirm that the draft includes them. */
export function NewPlans({ builder: { view, names, takeBase } }: Readonly<{ builder: PlanBuilder }>) {
  if (!view.stored) return null;
  const { base, in_use: inUse } = view.stored;
  const words = { name: inUse.saved_by ?? t.somebody, version: inUse.version, when: formatInstant(inUse.saved_at), base: base.version };
  return (
    <Card title={fill(t.newPlans, words)}>
      <Alert severity="warning">{fill(t.newPlansText, words)}</Alert>
      <ConfigDifference before={base.commissionsConfig} after={inUse.commissionsConfig} names={names} />
      <p>
        <Button disabled={!view.mayTakeBase} onClick={takeBase}>
          {fill(t.takeBase, words)}
        </Button>
      </p>
    </Card>
  );
}
