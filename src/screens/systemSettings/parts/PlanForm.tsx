import { messages } from '../../../../contract/messages.ts';
import { planValue, withPlanValue } from '../../../../contract/rules/commission/config/templates.ts';
import type { LineError } from '../../../shared/plans/lineErrors.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { fieldError, percentError } from '../fieldError.ts';
import { fromPercent, toPercent } from '../percent.ts';

const t = messages.planEditor;
type Key = keyof typeof t.fields;
type Kind = 'text' | 'date' | 'number' | 'percent' | 'flag' | readonly (keyof typeof t.choices)[];

const fields: readonly (readonly [key: Key, kind: Kind])[] = [
  ['name', 'text'],
  ['effective_from', 'date'],
  ['effective_to', 'date'],
  ['quota.period', ['month', 'quarter', 'year']],
  ['quota.amount', 'number'],
  ['base_commission_rate', 'percent'],
  ['over_quota_commission_rate', 'percent'],
  ['due.when', ['invoice_paid_in_full', 'proportional_to_payments', 'on_booking', 'year_end']],
  ['due.wait_days', 'number'],
  ['caps.per_record', 'number'],
  ['caps.per_period', 'number'],
  ['clawback.enabled', 'flag'],
];
const flags = [
  { value: '', label: t.notSet },
  { value: 'true', label: t.yes },
  { value: 'false', label: t.no },
];

/** The JSON value as field text; '' if missing. */
const toFieldText = (kind: Kind, value: unknown): string => {
  if (value === undefined || value === null) return '';
  return kind === 'percent' && typeof value === 'number' ? toPercent(value) : String(value);
};
/** The typed text as a JSON value; undefined removes the key. */
const fromFieldText = (kind: Kind, typed: string): unknown => {
  if (typed === '') return undefined;
  if (kind === 'flag') return typed === 'true';
  if (kind === 'percent') return fromPercent(typed);
  return kind === 'number' ? Number(typed) : typed;
};

type Props = { config: string; index: number; errors: readonly LineError[]; disabled: boolean; onChange: (config: string) => void };
const MAX_PERCENT = 100;

/** The simple values of a plan as fields that read and write the JSON. A plan with tiers hides its two rates, a release in parts its rule. */
export function PlanForm({ config, index, errors, disabled, onChange }: Props) {
  const tiered = planValue(config, index, 'tiers') != null;
  const inParts = Array.isArray(planValue(config, index, 'due'));
  return (
    <div className="system-fields">
      {fields
        .filter(([key, kind]) => !(tiered && kind === 'percent') && !(inParts && key.startsWith('due.')))
        .map(([key, kind]) => {
          const value = toFieldText(kind, planValue(config, index, key));
          const change = ({ target }: { target: { value: string } }): void => {
            const next = withPlanValue(config, index, key, fromFieldText(kind, target.value));
            if (next !== null) onChange(next);
          };
          const choices = kind === 'flag' ? flags : null;
          const options =
            typeof kind === 'string'
              ? choices
              : [{ value: '', label: t.notSet }, ...kind.map((option) => ({ value: option, label: t.choices[option] }))];
          const errorField = { errors, path: `plans[${index}].${key}` };
          const error = kind === 'percent' ? percentError(errorField, value, MAX_PERCENT) : fieldError(errorField);
          const type = kind === 'date' ? 'date' : kind === 'text' ? 'text' : 'number';
          return (
            <Field key={key} label={t.fields[key]} hint={t.hints[key]} error={error}>
              {(controlProps) =>
                options ? (
                  <Select {...controlProps} options={options} value={value} disabled={disabled} onChange={change} />
                ) : (
                  <Input
                    {...controlProps}
                    type={type}
                    step="any"
                    placeholder={t.notSet}
                    value={value}
                    disabled={disabled}
                    onChange={change}
                  />
                )
              }
            </Field>
          );
        })}
    </div>
  );
}
