import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import type { Simulation, SimulationBody } from '../../../../contract/entities/simulation.ts';
import { simulationForm } from '../../../../contract/forms/simulation.ts';
import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { useKeptFocus } from '../../../ui/support/useKeptFocus.ts';

const t = messages.simulation;
type Props = Readonly<{
  simulation: Simulation;
  /** The seed and fault in the URL. */
  chosen: Readonly<{ seed: string; fault: string }>;
  canStart: boolean;
  canStop: boolean;
  onStart: (request: SimulationBody) => void;
  onStop: () => void;
}>;

/** The form that starts a simulated company with a seed and an optional planted fault. */
export function StartForm({ simulation, chosen, canStart, canStop, onStart, onStop }: Props) {
  const fault = simulation.faults.includes(chosen.fault) ? chosen.fault : '';
  const form = useForm({ resolver: yupResolver(simulationForm), defaultValues: { seed: chosen.seed, fault } });
  const ref = useKeptFocus<HTMLFormElement>(canStop);
  const submit = form.handleSubmit((values) => onStart({ seed: Number(values.seed), fault: values.fault === '' ? null : values.fault }));
  return (
    <Card>
      <form className="simulation-form" ref={ref} tabIndex={-1} onSubmit={submit} noValidate>
        <Field label={t.seed} error={form.formState.errors.seed?.message ?? null}>
          {(controlProps) => <Input {...controlProps} {...form.register('seed')} inputMode="numeric" autoComplete="off" maxLength={7} />}
        </Field>
        <Field label={t.fault}>
          {(controlProps) => (
            <Select
              {...controlProps}
              {...form.register('fault')}
              options={[{ value: '', label: t.noFault }, ...simulation.faults.map((name) => ({ value: name, label: name }))]}
            />
          )}
        </Field>
        <p className="form-actions">
          {canStop && (
            <Button severity="secondary" onClick={onStop}>
              {t.stop}
            </Button>
          )}
          <Button type="submit" loading={!canStart}>
            {canStop ? t.again : t.start}
          </Button>
        </p>
      </form>
      <p className="muted simulation-apart">{t.apart}</p>
    </Card>
  );
}
