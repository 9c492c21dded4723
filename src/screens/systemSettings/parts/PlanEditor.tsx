import { useState } from 'react';
import { Link } from 'wouter';
import { messages } from '../../../../contract/messages.ts';
import { type PlanTemplate, planTemplates, withPlan } from '../../../../contract/rules/commission/config/templates.ts';
import { useToast } from '../../../app/context.ts';
import { planBuilderPath } from '../../../app/routes.ts';
import { ClauseList } from '../../../shared/plans/ClauseList.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { ConfigWords } from '../useConfigWords.ts';
import { CompanyForm } from './CompanyForm.tsx';

const t = messages.planEditor;
const templateNames = Object.keys(planTemplates) as PlanTemplate[];
type Props = { config: string; typed: ConfigWords; disabled: boolean; onChange: (config: string) => void };

function Templates({ config, disabled, onChange }: Omit<Props, 'typed'>) {
  const [template, setTemplate] = useState<PlanTemplate>('two_rates');
  const toast = useToast();
  const next = withPlan(config, template, t.templates[template]);
  const insertTemplate = (): void => {
    if (next === null) return;
    onChange(next);
    toast(t.inserted, 'info');
  };
  return (
    <div className="system-insert">
      <Field label={t.template}>
        {(controlProps) => (
          <Select
            {...controlProps}
            options={templateNames.map((name) => ({ value: name, label: t.templates[name] }))}
            value={template}
            disabled={disabled}
            onChange={({ target }) => setTemplate(templateNames.find((name) => name === target.value) ?? template)}
          />
        )}
      </Field>
      <Button severity="secondary" disabled={disabled || next === null} onClick={insertTemplate}>
        {t.insert}
      </Button>
    </div>
  );
}

/** The configuration in words, sample plans, and company-wide rules as a form, next to the JSON (decisions 2.07, 2.09). */
export function PlanEditor({ config, typed: { words, valid }, disabled, onChange }: Props) {
  const [planIndex, setPlanIndex] = useState(0);
  const plans = valid?.plans ?? [];
  const index = Math.min(planIndex, Math.max(0, plans.length - 1));
  const plan = plans[index];
  return (
    <Card
      title={t.words}
      actions={
        <Link href={planBuilderPath} className="p-button p-component">
          {messages.planBuilder.open}
        </Link>
      }
    >
      <p className="muted">{t.wordsHint}</p>
      {words !== null && words.errors.length > 0 && <p role="status">{t.broken}</p>}
      {plans.length > 1 && (
        <div className="system-name">
          <Field label={t.plan}>
            {(controlProps) => (
              <Select
                {...controlProps}
                options={plans.map(({ name }, sampleIndex) => ({ value: String(sampleIndex), label: name }))}
                value={String(index)}
                onChange={({ target }) => setPlanIndex(Number(target.value))}
              />
            )}
          </Field>
        </div>
      )}
      {plan && (
        <>
          {plans.length === 1 && <h3>{plan.name}</h3>}
          <ClauseList clauses={plan.clauses} />
          <h3>{messages.planPage.company}</h3>
          <ClauseList clauses={valid?.company ?? []} />
          <h3>{t.companyForm}</h3>
          <p className="muted">{t.formHint}</p>
          <CompanyForm config={config} errors={words?.errors ?? []} disabled={disabled} onChange={onChange} />
        </>
      )}
      <Templates config={config} disabled={disabled} onChange={onChange} />
    </Card>
  );
}
