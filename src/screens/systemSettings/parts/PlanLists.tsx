import { messages } from '../../../../contract/messages.ts';
import { planValue, withPlanValue, withTiers } from '../../../../contract/rules/commission/config/templates.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { fromPercent, toPercent } from '../percent.ts';

const text = messages.planEditor.lists;
type Props = Readonly<{ config: string; index: number; disabled: boolean; onChange: (config: string) => void }>;
type Tier = Readonly<{ from: number; rate: number }>;
type Exclusion = Readonly<{ field: 'customer_type' | 'customer_name'; in: readonly string[] }>;

const listAt = <Item,>({ config, index }: Props, key: string): readonly Item[] => {
  const value = planValue(config, index, key);
  return Array.isArray(value) ? (value as Item[]) : [];
};
/** What is no number yet stands as it was. */
const percentOf = (value: unknown): string => (typeof value === 'number' ? toPercent(value) : '');
const replaced = <Item,>(items: readonly Item[], at: number, item: Item): readonly Item[] =>
  items.map((each, place) => (place === at ? item : each));
const without = <Item,>(items: readonly Item[], at: number): readonly Item[] => items.filter((_, place) => place !== at);

/** Steps by attainment in place of the two rates; the first is from 0. */
function Tiers(props: Props) {
  const { config, index, disabled, onChange } = props;
  const tiers = listAt<Tier>(props, 'tiers');
  const write = (next: readonly Tier[]): void => {
    const changed = withTiers(config, index, next);
    if (changed !== null) onChange(changed);
  };
  const last = tiers.at(-1);
  const added: Tier = last ? { from: (last.from ?? 0) + 0.25, rate: last.rate } : { from: 0, rate: 0.05 };
  return (
    <fieldset className="system-list">
      <legend>{text.tiers}</legend>
      <p className="muted">{messages.configKeys['plans.tiers']}</p>
      {tiers.map((tier, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is what stands at its place in the JSON.
        <div key={at} className="system-list-row">
          <Field label={text.from}>
            {(wiring) => (
              <Input
                {...wiring}
                type="number"
                step="any"
                value={percentOf(tier.from)}
                disabled={disabled || at === 0}
                onChange={({ target }) => write(replaced(tiers, at, { ...tier, from: fromPercent(target.value) }))}
              />
            )}
          </Field>
          <Field label={text.rate}>
            {(wiring) => (
              <Input
                {...wiring}
                type="number"
                step="any"
                value={percentOf(tier.rate)}
                disabled={disabled}
                onChange={({ target }) => write(replaced(tiers, at, { ...tier, rate: fromPercent(target.value) }))}
              />
            )}
          </Field>
          <Button size="small" severity="text" disabled={disabled} onClick={() => write(without(tiers, at))}>
            {text.removeTier}
          </Button>
        </div>
      ))}
      <Button size="small" severity="secondary" disabled={disabled} onClick={() => write([...tiers, added])}>
        {text.addTier}
      </Button>
    </fieldset>
  );
}

/** As they are typed, so that a semicolon or a space at the end stays in the field. */
const valuesIn = (typed: string): readonly string[] => (typed === '' ? [] : typed.split(';').map((each) => each.replace(/^ /, '')));

const kinds = (['customer_type', 'customer_name'] as const).map((value) => ({ value, label: text.exclusions[value] }));

/** Customers whose invoices earn nothing, by type or name, with semicolons between them: a name may have commas. */
function Exclusions(props: Props) {
  const { config, index, disabled, onChange } = props;
  const exclusions = listAt<Exclusion>(props, 'exclude');
  const write = (next: readonly Exclusion[]): void => {
    const changed = withPlanValue(config, index, 'exclude', next.length === 0 ? undefined : next);
    if (changed !== null) onChange(changed);
  };
  return (
    <fieldset className="system-list">
      <legend>{text.exclude}</legend>
      <p className="muted">{messages.configKeys['plans.exclude']}</p>
      {exclusions.map((exclusion, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an exclusion is what stands at its place in the JSON.
        <div key={at} className="system-list-row">
          <Field label={text.by}>
            {(wiring) => (
              <Select
                {...wiring}
                options={kinds}
                value={exclusion.field}
                disabled={disabled}
                onChange={({ target }) => {
                  const field = kinds.find(({ value }) => value === target.value)?.value;
                  if (field) write(replaced(exclusions, at, { ...exclusion, field }));
                }}
              />
            )}
          </Field>
          <Field label={text.values}>
            {(wiring) => (
              <Input
                {...wiring}
                value={(Array.isArray(exclusion.in) ? exclusion.in : []).join('; ')}
                disabled={disabled}
                onChange={({ target }) => write(replaced(exclusions, at, { ...exclusion, in: valuesIn(target.value) }))}
              />
            )}
          </Field>
          <Button size="small" severity="text" disabled={disabled} onClick={() => write(without(exclusions, at))}>
            {text.removeExclusion}
          </Button>
        </div>
      ))}
      <Button
        size="small"
        severity="secondary"
        disabled={disabled}
        onClick={() => write([...exclusions, { field: 'customer_type', in: [] }])}
      >
        {text.addExclusion}
      </Button>
    </fieldset>
  );
}

/** What of a plan is a list: its steps and whom it excludes. */
export function PlanLists(props: Props) {
  return (
    <>
      <Tiers {...props} />
      <Exclusions {...props} />
    </>
  );
}
