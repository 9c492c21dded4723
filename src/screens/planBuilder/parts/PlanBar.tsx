import { useState } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { type DraftObject, pathText } from '../../../../contract/rules/commission/config/draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { countWithin } from '../draftErrors.ts';
import { useDraftEditing } from '../fields/editing.ts';
import { copyPlan, createPlan, planName, plansIn, type Template, templateKeys, templates } from '../plansOfDraft.ts';

const t = messages.planBuilder;
type Props = Readonly<{ draft: DraftObject; index: number; onChoose: (index: number) => void }>;

/** Chooses the displayed plan; adds plans and templates. */
export function PlanBar({ draft, index, onChoose }: Props) {
  const { errors, disabled, change, changeKeys, removePart } = useDraftEditing();
  const [template, setTemplate] = useState<Template>('two_rates');
  const plans = plansIn(draft);
  const optionOf = (plan: unknown, place: number): string => {
    const [name, count] = [planName(plan, place), countWithin(errors, [pathText(['plans', place])])];
    return count === 0 ? name : fill(t.wrongPlan, { name, count });
  };
  const append = (plan: DraftObject): void => {
    change(['plans', plans.length], plan);
    onChoose(plans.length);
  };
  return (
    <div className="builder-bar">
      <Field label={t.plansLabel}>
        {(controlProps) => (
          <Select
            {...controlProps}
            options={plans.map((plan, place) => ({ value: String(place), label: optionOf(plan, place) }))}
            value={String(index)}
            onChange={({ target }) => onChoose(Number(target.value))}
          />
        )}
      </Field>
      <Button severity="secondary" disabled={disabled} onClick={() => append(createPlan(plans))}>
        {t.addPlan}
      </Button>
      <Button severity="secondary" disabled={disabled} onClick={() => append(copyPlan(plans, index))}>
        {t.copyPlan}
      </Button>
      <Button
        severity="text"
        disabled={disabled || plans.length < 2}
        onClick={() => {
          removePart(['plans', index]);
          onChoose(Math.max(0, index - 1));
        }}
      >
        {t.removePlan}
      </Button>
      <Field label={t.templates} hint={t.templateHint}>
        {(controlProps) => (
          <Select
            {...controlProps}
            options={templates.map((name) => ({ value: name, label: messages.planEditor.templates[name] }))}
            value={template}
            disabled={disabled}
            onChange={({ target }) => setTemplate(templates.find((name) => name === target.value) ?? template)}
          />
        )}
      </Field>
      <Button severity="secondary" disabled={disabled} onClick={() => changeKeys(['plans', index], templateKeys(plans[index], template))}>
        {t.applyTemplate}
      </Button>
    </div>
  );
}
