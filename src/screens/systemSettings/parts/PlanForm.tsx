import { messages } from '../../../../contract/messages.ts';
import { planValue, withPlanValue } from '../../../../contract/rules/commission/config/templates.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { fromPercent, toPercent } from '../percent.ts';

const text = messages.planEditor;
type Key = keyof typeof text.fields;
type Kind = 'text' | 'date' | 'number' | 'percent' | 'flag' | readonly (keyof typeof text.choices)[];

const fields: readonly (readonly [key: Key, kind: Kind])[] = [
  ['name', 'text'],
  ['effective_from', 'date'],
  ['effective_to', 'date'],
  ['quota.period', ['month', 'quarter', 'year']],
  ['quota.amount', 'number'],
  ['base_commission_rate', 'percent'],
  ['over_quota_commission_rate', 'percent'],
  ['due.when', ['invoice_paid_in_full', 'proportional_to_payments', 'on_booking']],
  ['due.wait_days', 'number'],
  ['caps.per_record', 'number'],
  ['caps.per_period', 'number'],
  ['clawback.enabled', 'flag'],
];
const flags = [
  { value: '', label: text.notSet },
  { value: 'true', label: text.yes },
  { value: 'false', label: text.no },
];

/** As a field shows what stands in the JSON; '' where nothing does. */
const shownOf = (kind: Kind, value: unknown): string => {
  if (value === undefined || value === null) return '';
  return kind === 'percent' && typeof value === 'number' ? toPercent(value) : String(value);
};
/** As the JSON says what a field shows; undefined takes it out. */
const writtenOf = (kind: Kind, typed: string): unknown => {
  if (typed === '') return undefined;
  if (kind === 'flag') return typed === 'true';
  if (kind === 'percent') return fromPercent(typed);
  return kind === 'number' ? Number(typed) : typed;
};

type Props = { config: string; index: number; disabled: boolean; onChange: (config: string) => void };

/** The plain values of a plan as fields: each reads from the JSON and writes into it. Its rates are hidden where it has tiers. */
export function PlanForm({ config, index, disabled, onChange }: Props) {
  const tiered = planValue(config, index, 'tiers') != null;
  return (
    <div className="system-fields">
      {fields
        .filter(([, kind]) => !(tiered && kind === 'percent'))
        .map(([key, kind]) => {
          const value = shownOf(kind, planValue(config, index, key));
          const change = ({ target }: { target: { value: string } }): void => {
            const next = withPlanValue(config, index, key, writtenOf(kind, target.value));
            if (next !== null) onChange(next);
          };
          const choices = kind === 'flag' ? flags : null;
          const options =
            typeof kind === 'string'
              ? choices
              : [{ value: '', label: text.notSet }, ...kind.map((one) => ({ value: one, label: text.choices[one] }))];
          const type = kind === 'date' ? 'date' : kind === 'text' ? 'text' : 'number';
          return (
            <Field key={key} label={text.fields[key]} hint={messages.configKeys[`plans.${key}`] ?? ''}>
              {(wiring) =>
                options ? (
                  <Select {...wiring} options={options} value={value} disabled={disabled} onChange={change} />
                ) : (
                  <Input {...wiring} type={type} step="any" placeholder={text.notSet} value={value} disabled={disabled} onChange={change} />
                )
              }
            </Field>
          );
        })}
    </div>
  );
}
