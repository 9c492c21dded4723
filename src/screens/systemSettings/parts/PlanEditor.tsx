import { useState } from 'react';
import { messages } from '../../../../contract/messages.ts';
import { type PlanTemplate, planTemplates, withPlan } from '../../../../contract/rules/commission/config/templates.ts';
import { useToast } from '../../../app/context.ts';
import { ClauseList } from '../../../shared/plans/ClauseList.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { ReadConfig } from '../readConfig.ts';
import { CompanyForm } from './CompanyForm.tsx';
import { PlanForm } from './PlanForm.tsx';
import { PlanLists } from './PlanLists.tsx';

const text = messages.planEditor;
const names = Object.keys(planTemplates) as PlanTemplate[];
type Props = { config: string; words: ReadConfig | null; disabled: boolean; onChange: (config: string) => void };

function Templates({ config, disabled, onChange }: Omit<Props, 'words'>) {
  const [template, choose] = useState<PlanTemplate>('two_rates');
  const toast = useToast();
  const next = withPlan(config, template, text.templates[template]);
  const insert = (): void => {
    if (next === null) return;
    onChange(next);
    toast(text.inserted, 'info');
  };
  return (
    <div className="system-insert">
      <Field label={text.template}>
        {(wiring) => (
          <Select
            {...wiring}
            options={names.map((name) => ({ value: name, label: text.templates[name] }))}
            value={template}
            disabled={disabled}
            onChange={({ target }) => choose(names.find((name) => name === target.value) ?? template)}
          />
        )}
      </Field>
      <Button severity="secondary" disabled={disabled || next === null} onClick={insert}>
        {text.insert}
      </Button>
    </div>
  );
}

/** Beside the JSON: what it says in words, the same as a form, and plans to begin with (decisions 2.07, 2.09). */
export function PlanEditor({ config, words, disabled, onChange }: Props) {
  const [chosen, choose] = useState(0);
  const plans = words?.plans ?? [];
  const index = Math.min(chosen, Math.max(0, plans.length - 1));
  const plan = plans[index];
  const hasForm = plan !== undefined && /"plans"/.test(config);
  return (
    <Card title={text.words}>
      <p className="muted">{text.wordsHint}</p>
      <Templates config={config} disabled={disabled} onChange={onChange} />
      {words !== null && words.errors.length > 0 && <p role="status">{text.broken}</p>}
      {plans.length > 1 && (
        <Field label={text.plan}>
          {(wiring) => (
            <Select
              {...wiring}
              options={plans.map(({ name }, at) => ({ value: String(at), label: name }))}
              value={String(index)}
              onChange={({ target }) => choose(Number(target.value))}
            />
          )}
        </Field>
      )}
      {plan && (
        <>
          <h3>{plan.name}</h3>
          <ClauseList clauses={plan.clauses} />
          {hasForm && (
            <details className="system-form">
              <summary>{text.form}</summary>
              <p className="muted">{text.formHint}</p>
              <PlanForm config={config} index={index} disabled={disabled} onChange={onChange} />
              <PlanLists config={config} index={index} disabled={disabled} onChange={onChange} />
            </details>
          )}
          <h3>{messages.planPage.company}</h3>
          <ClauseList clauses={words?.company ?? []} />
          <details className="system-form">
            <summary>{text.companyForm}</summary>
            <p className="muted">{text.formHint}</p>
            <CompanyForm config={config} disabled={disabled} onChange={onChange} />
          </details>
        </>
      )}
    </Card>
  );
}
