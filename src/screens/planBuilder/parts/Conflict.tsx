import type { PlanDraftText } from '../../../../contract/entities/planDraft.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { TextDifference } from '../../../shared/plans/TextDifference.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import type { PlanBuilder } from '../usePlanBuilder.ts';

const t = messages.planBuilder;

/** Two texts of one draft, of the user and of somebody else: nothing is saved until one of them is chosen. */
export function Conflict({ builder, theirs }: Readonly<{ builder: PlanBuilder; theirs: PlanDraftText }>) {
  const { view, userName, keepMine, takeTheirs } = builder;
  const names = { mine: userName, theirs: theirs.edited_by ?? t.somebody, when: formatInstant(theirs.changed_at) };
  return (
    <Card title={t.conflict}>
      <Alert severity="warning">{fill(t.conflictText, names)}</Alert>
      <TextDifference before={theirs.commissionsConfig} after={view.text} />
      <p className="builder-clauses">
        <Button onClick={keepMine}>{fill(t.keepMine, names)}</Button>
        <Button severity="secondary" onClick={takeTheirs}>
          {fill(t.takeTheirs, names)}
        </Button>
      </p>
    </Card>
  );
}
