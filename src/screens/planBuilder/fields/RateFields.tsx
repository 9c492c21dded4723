import { fill, messages } from '../../../../contract/messages.ts';
import { type DraftObject, type DraftPath, valueAt, withValueAt } from '../../../../contract/rules/commission/config/draft.ts';
import { defaultPlan, ratesOf } from '../../../../contract/rules/commission/plan.ts';
import { type StepKey, toStaircase } from '../../../shared/plans/steps.ts';
import { Button } from '../../../ui/Button.tsx';
import { useDraftEditing } from './editing.ts';
import { ChoiceField, JsonField, LeafField } from './LeafField.tsx';
import { Staircase } from './Staircase.tsx';

const t = messages.planStairs;
const planFields = messages.planFields;
const STEP_RISE = 0.25;
const RATE_RISE = 0.025;
const modes = ['marginal', 'retroactive'] as const;
const rateKeys = ['base_commission_rate', 'over_quota_commission_rate'] as const;

const createNextTier = (tiers: readonly unknown[]): DraftObject => {
  const lastStep = toStaircase(tiers).at(-1);
  if (!lastStep) return { from: 0, rate: defaultPlan.tiers[0]?.rate };
  const rounded = (value: number): number => Number(value.toFixed(6));
  return { from: rounded(lastStep.from + STEP_RISE), rate: Math.min(1, rounded(lastStep.rate + RATE_RISE)) };
};

type TiersProps = Readonly<{ path: DraftPath; tiers: readonly unknown[]; hasModes: boolean }>;

/** Steps drawn as a staircase, with their numbers as fields below it. */
export function TierFields({ path, tiers, hasModes }: TiersProps) {
  const { disabled, change, removePart } = useDraftEditing();
  return (
    <div className="builder-tiers">
      <Staircase tiers={tiers} disabled={disabled} onMove={(index, key, value) => change([...path, index, key], value)} />
      {tiers.map((tier, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index in the JSON.
        <fieldset key={index} className="builder-row">
          <legend>{fill(t.step, { number: index + 1 })}</legend>
          <LeafField
            kind="attainment"
            label={t.fromUnit}
            path={[...path, index, 'from']}
            value={valueAt(tier, ['from'])}
            disabled={index === 0 && valueAt(tier, ['from']) === 0}
          />
          <LeafField kind="percent" label={t.rateUnit} path={[...path, index, 'rate']} value={valueAt(tier, ['rate'])} />
          {hasModes && (
            <ChoiceField values={modes} label={planFields.mode} path={[...path, index, 'mode']} value={valueAt(tier, ['mode'])} />
          )}
          <Button
            size="small"
            severity="text"
            disabled={disabled || tiers.length === 1}
            aria-label={fill(t.removeStep, { number: index + 1 })}
            onClick={() => removePart([...path, index])}
          >
            {messages.planBuilder.remove}
          </Button>
        </fieldset>
      ))}
      <p>
        <Button
          size="small"
          severity="secondary"
          disabled={disabled}
          onClick={() => change([...path, tiers.length], createNextTier(tiers))}
        >
          {t.addStep}
        </Button>
      </p>
    </div>
  );
}

/** The rates of a plan or of some sales: two rates, or a staircase if there are more. `whole`: the object that holds these keys. */
export function PayFields({ path, whole }: Readonly<{ path: DraftPath; whole: DraftObject }>) {
  const { disabled, changeKeys, change } = useDraftEditing();
  const { tiers } = whole;
  const isPlan = path.length === 2;
  const mode = <ChoiceField values={modes} label={planFields.tier_mode} path={[...path, 'tier_mode']} value={whole.tier_mode} />;
  if (tiers !== undefined && tiers !== null) {
    return (
      <>
        {Array.isArray(tiers) ? (
          <TierFields path={[...path, 'tiers']} tiers={tiers} hasModes />
        ) : (
          <JsonField label={planFields.tiers} path={[...path, 'tiers']} value={tiers} />
        )}
        <div className="builder-fields">
          {rateKeys
            .filter((key) => whole[key] !== undefined)
            .map((key) => (
              <LeafField key={key} kind="percent" label={`${planFields[key]}, %`} path={[...path, key]} value={whole[key]} />
            ))}
          {mode}
        </div>
      </>
    );
  }
  const defaultRates = ratesOf(defaultPlan);
  const base = whole.base_commission_rate ?? (isPlan ? defaultRates.base : 0);
  const steps = [
    { from: 0, rate: base },
    { from: 1, rate: whole.over_quota_commission_rate ?? (isPlan ? defaultRates.over : base) },
  ];
  const toSteps = (next: readonly unknown[]): void =>
    changeKeys(path, { tiers: next, base_commission_rate: undefined, over_quota_commission_rate: undefined });
  const move = (index: number, key: StepKey, value: number): void => {
    if (key === 'rate') change([...path, rateKeys[index] ?? rateKeys[0]], value);
    else if (value !== 1) toSteps(withValueAt(steps, [index, key], value));
  };
  return (
    <>
      <Staircase tiers={steps} disabled={disabled} onMove={move} />
      <div className="builder-fields">
        {rateKeys.map((key) => (
          <LeafField
            key={key}
            kind="percent"
            label={`${planFields[key]}, %`}
            hint={messages.planHints.percent}
            path={[...path, key]}
            value={whole[key]}
          />
        ))}
        {mode}
      </div>
      <p>
        <Button size="small" severity="secondary" disabled={disabled} onClick={() => toSteps([...steps, createNextTier(steps)])}>
          {t.addStep}
        </Button>
      </p>
    </>
  );
}
