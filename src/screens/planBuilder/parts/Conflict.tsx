import type { PlanDraftText } from '../../../../contract/entities/planDraft.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { ConfigDifference } from '../../../shared/plans/ConfigDifference.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import type { PlanBuilder } from '../usePlanBuilder.ts';

const t = messages.planBuilder;

/** The user's text next to another user's text of the same draft. Nothing is saved until the user chooses one. */
export function Conflict({ builder, theirs }: Readonly<{ builder: PlanBuilder; theirs: PlanDraftText }>) {
  const { view, names, userName, keepMine, takeTheirs } = builder;
  const words = { mine: userName, theirs: theirs.edited_by ?? t.somebody, when: formatInstant(theirs.changed_at) };
  return (
    <Card title={t.conflict}>
      <Alert severity="warning">{fill(t.conflictText, words)}</Alert>
      <ConfigDifference before={theirs.commissionsConfig} after={view.text} names={names} />
      <p className="builder-clauses">
        <Button onClick={keepMine}>{fill(t.keepMine, words)}</Button>
        <Button severity="secondary" onClick={takeTheirs}>
          {fill(t.takeTheirs, words)}
        </Button>
      </p>
    </Card>
  );
}
