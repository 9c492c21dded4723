import { useState } from 'react';
import type { PlanDraft, PlanDraftDetail } from '../../../../contract/entities/planDraft.ts';
import { messages } from '../../../../contract/messages.ts';
import { ConfigDifference } from '../../../shared/plans/ConfigDifference.tsx';
import { useAnswer, useAnswerTo } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { PlanBuilder } from '../usePlanBuilder.ts';

const t = messages.planBuilder;

type OtherProps = Readonly<{ builder: PlanBuilder; id: string }>;

function OtherDraftComparison({ builder: { view, drafts, names }, id }: OtherProps) {
  const { answer, error, retry } = useAnswerTo<PlanDraftDetail>((question) => drafts.read(question.id ?? ''), { id }, t.loadFailed);
  if (error !== null) return <Alert onRetry={retry}>{error}</Alert>;
  return answer && <ConfigDifference before={answer.commissionsConfig} after={view.text} names={names} />;
}

/** Compares the draft with the plans in use, or with another draft. */
export function DraftComparison({ builder }: Readonly<{ builder: PlanBuilder }>) {
  const { view, drafts, names } = builder;
  const [otherId, setOtherId] = useState('');
  const { answer } = useAnswer<readonly PlanDraft[]>(() => drafts.list(), {}, t.loadFailed);
  const otherDrafts = (answer ?? []).filter(({ id }) => id !== view.stored?.id);
  const options = [{ value: '', label: t.plansInUse }, ...otherDrafts.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <Card title={t.compared}>
      <div className="builder-fields">
        <Field label={t.comparedWith}>
          {(controlProps) => (
            <Select {...controlProps} options={options} value={otherId} onChange={({ target }) => setOtherId(target.value)} />
          )}
        </Field>
      </div>
      {otherId === '' ? (
        <ConfigDifference before={view.stored?.in_use.commissionsConfig ?? ''} after={view.text} names={names} />
      ) : (
        <OtherDraftComparison builder={builder} id={otherId} />
      )}
    </Card>
  );
}
