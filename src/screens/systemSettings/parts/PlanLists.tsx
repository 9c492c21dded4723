import { messages } from '../../../../contract/messages.ts';
import { planValue, withPlanValue, withTiers } from '../../../../contract/rules/commission/config/templates.ts';
import type { LineError } from '../../../shared/plans/lineErrors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { fieldError, percentError } from '../fieldError.ts';
import { fromPercent, toPercent } from '../percent.ts';

const t = messages.planEditor.lists;
type Props = Readonly<{
  config: string;
  index: number;
  errors: readonly LineError[];
  disabled: boolean;
  onChange: (config: string) => void;
}>;
type Tier = Readonly<{ from?: number; rate?: number }>;
/** `from` in percent of the quota, `rate` in percent of revenue. */
const MAX_PERCENT = { from: 100_000, rate: 100 } as const;
type Exclusion = Readonly<{ field: 'customer_type' | 'customer_name'; in: readonly string[] }>;

const listAt = <Item,>({ config, index }: Props, key: string): readonly Item[] => {
  const value = planValue(config, index, key);
  return Array.isArray(value) ? (value as Item[]) : [];
};
/** '' if the JSON has no number. */
const toPercentText = (value: unknown): string => (typeof value === 'number' ? toPercent(value) : '');
const replaceAt = <Item,>(items: readonly Item[], place: number, item: Item): readonly Item[] =>
  items.map((each, index) => (index === place ? item : each));
const removeAt = <Item,>(items: readonly Item[], place: number): readonly Item[] => items.filter((_, index) => index !== place);

type StepProps = Props & Readonly<{ tiers: readonly Tier[]; place: number; field: keyof Tier; write: (tiers: readonly Tier[]) => void }>;

/** One percentage of a tier. Clearing the field removes the JSON key, so it cannot be saved as 0. */
function StepField({ tiers, place, field, index, errors, disabled, write }: StepProps) {
  const tier = tiers[place];
  const value = toPercentText(tier?.[field]);
  const previousFrom = field === 'from' && place > 0 ? toPercentText(tiers[place - 1]?.from) : null;
  const error = percentError({ errors, path: `plans[${index}].tiers[${place}].${field}` }, value, MAX_PERCENT[field], previousFrom);
  const change = (typed: string): void => {
    const { [field]: _, ...rest } = tier ?? {};
    write(replaceAt(tiers, place, typed === '' ? rest : { ...rest, [field]: fromPercent(typed) }));
  };
  return (
    <Field label={t[field]} error={error}>
      {(controlProps) => (
        <Input
          {...controlProps}
          type="number"
          step="any"
          value={value}
          disabled={disabled || (field === 'from' && place === 0)}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  );
}

/** Attainment tiers that replace the two rates; the first starts at 0. */
function Tiers(props: Props) {
  const { config, index, disabled, onChange } = props;
  const tiers = listAt<Tier>(props, 'tiers');
  const write = (next: readonly Tier[]): void => {
    const changed = withTiers(config, index, next);
    if (changed !== null) onChange(changed);
  };
  const last = tiers.at(-1);
  const added: Tier = last ? { ...last, from: (last.from ?? 0) + 0.25 } : { from: 0, rate: 0.05 };
  return (
    <fieldset className="system-list">
      <legend>{t.tiers}</legend>
      <p className="muted">{messages.planEditor.hints.tiers}</p>
      {tiers.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is what stands at its place in the JSON.
        <div key={place} className="system-list-row">
          <StepField {...props} tiers={tiers} place={place} field="from" write={write} />
          <StepField {...props} tiers={tiers} place={place} field="rate" write={write} />
          <Button size="small" severity="text" disabled={disabled} onClick={() => write(removeAt(tiers, place))}>
            {t.removeTier}
          </Button>
        </div>
      ))}
      <Button size="small" severity="secondary" disabled={disabled} onClick={() => write([...tiers, added])}>
        {t.addTier}
      </Button>
    </fieldset>
  );
}

/** Preserves the typed text, so a trailing semicolon or space stays in the field. */
const splitValues = (typed: string): readonly string[] => (typed === '' ? [] : typed.split(';').map((part) => part.replace(/^ /, '')));

const kinds = (['customer_type', 'customer_name'] as const).map((value) => ({ value, label: t.exclusions[value] }));

/** Customers excluded from commission, by type or name, separated by semicolons because names may contain commas. */
function Exclusions(props: Props) {
  const { config, index, disabled, onChange } = props;
  const exclusions = listAt<Exclusion>(props, 'exclude');
  const write = (next: readonly Exclusion[]): void => {
    const changed = withPlanValue(config, index, 'exclude', next.length === 0 ? undefined : next);
    if (changed !== null) onChange(changed);
  };
  return (
    <fieldset className="system-list">
      <legend>{t.exclude}</legend>
      <p className="muted">{messages.configKeys['plans.exclude']}</p>
      {exclusions.map((exclusion, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an exclusion is what stands at its place in the JSON.
        <div key={place} className="system-list-row">
          <Field label={t.by}>
            {(controlProps) => (
              <Select
                {...controlProps}
                options={kinds}
                value={exclusion.field}
                disabled={disabled}
                onChange={({ target }) => {
                  const field = kinds.find(({ value }) => value === target.value)?.value;
                  if (field) write(replaceAt(exclusions, place, { ...exclusion, field }));
                }}
              />
            )}
          </Field>
          <Field label={t.values} error={fieldError({ errors: props.errors, path: `plans[${index}].exclude[${place}].in` })}>
            {(controlProps) => (
              <Input
                {...controlProps}
                value={(Array.isArray(exclusion.in) ? exclusion.in : []).join('; ')}
                disabled={disabled}
                onChange={({ target }) => write(replaceAt(exclusions, place, { ...exclusion, in: splitValues(target.value) }))}
              />
            )}
          </Field>
          <Button size="small" severity="text" disabled={disabled} onClick={() => write(removeAt(exclusions, place))}>
            {t.removeExclusion}
          </Button>
        </div>
      ))}
      <Button
        size="small"
        severity="secondary"
        disabled={disabled}
        onClick={() => write([...exclusions, { field: 'customer_type', in: [] }])}
      >
        {t.addExclusion}
      </Button>
    </fieldset>
  );
}

/** The lists of a plan: tiers and exclusions. */
export function PlanLists(props: Props) {
  return (
    <>
      <Tiers {...props} />
      <Exclusions {...props} />
    </>
  );
}
