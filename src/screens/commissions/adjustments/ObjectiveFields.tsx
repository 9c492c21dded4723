import { useState } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { earnedByObjective, MAX_ACHIEVED, parseAchievedPercent } from '../../../../contract/rules/commission/objective.ts';
import { fromCents, toCents } from '../../../../contract/rules/money.ts';
import { formatMoney } from '../../../ui/display/format.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { useAdjustmentForm } from './useAdjustmentForm.ts';

const t = messages.objectiveForm;

/** decisions 2.25: calculates the amount and the reason from the achieved percentage of an objective. */
export function ObjectiveFields({ binding }: { binding: ReturnType<typeof useAdjustmentForm> }) {
  const { objectives, busy, fillIn } = binding;
  const [id, setId] = useState('');
  const [achieved, setAchieved] = useState('');
  const update = (objectiveId: string, typed: string): void => {
    setId(objectiveId);
    setAchieved(typed);
    const objective = objectives.find((candidate) => candidate.id === objectiveId);
    const percent = parseAchievedPercent(typed);
    if (!objective || percent === null) return;
    const { name, period, amount } = objective;
    fillIn(fromCents(earnedByObjective(toCents(amount), percent)).toFixed(2), fill(t.reason, { name, period, percent }));
  };
  const options = [
    { value: '', label: t.choose },
    ...objectives.map(({ id: value, name, period, amount }) => ({
      value,
      label: fill(t.option, { name, period, amount: formatMoney(toCents(amount)) }),
    })),
  ];
  const isInvalid = achieved !== '' && parseAchievedPercent(achieved) === null;
  return (
    <div className="adjustment-person">
      <Field label={t.objective}>
        {(controlProps) => (
          <Select
            {...controlProps}
            options={options}
            value={id}
            disabled={busy}
            onChange={({ target }) => update(target.value, achieved)}
          />
        )}
      </Field>
      <Field label={t.achieved} error={isInvalid ? fill(t.invalid, { most: MAX_ACHIEVED }) : null}>
        {(controlProps) => (
          <Input
            {...controlProps}
            inputMode="decimal"
            autoComplete="off"
            value={achieved}
            disabled={busy}
            onChange={({ target }) => update(id, target.value)}
          />
        )}
      </Field>
    </div>
  );
}
