import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { GoalKind } from '../../../../contract/entities/goal.ts';
import { type GoalForm, goalForm } from '../../../../contract/forms/goal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import { useFormDraft } from '../../../shared/useFormDraft.ts';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';
import FormDialog from '../../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { GoalsView } from '../useGoals.ts';

const text = messages.goals;

/** Sets a goal, or changes the target of an existing one. */
export default function GoalDialog({ view, month }: { view: GoalsView; month: string }) {
  const { edited, goals, busy, error, fields } = view;
  const kinds: readonly GoalKind[] = edited ? [edited.kind] : (goals?.kinds ?? []);
  const form = useForm<GoalForm>({
    resolver: yupResolver<GoalForm, unknown, GoalForm>(goalForm as never),
    defaultValues: { kind: kinds[0] ?? 'close_deals', target: edited ? String(edited.target) : '' },
  });
  useFormDraft(form, `goal.${edited?.id ?? month}`);
  const { errors, isDirty } = form.formState;
  const { setError } = form;
  useEffect(() => {
    if (fields.target) setError('target', { message: fields.target });
  }, [fields, setError]);
  useUnsavedGuard(isDirty && view.unsaved, text.leave);
  const close = (): void => view.close(isDirty);
  const kind = form.watch('kind');
  return (
    <FormDialog
      title={edited ? fill(text.changeOf, { goal: text.kinds[edited.kind] }) : `${text.add}: ${monthText(month)}`}
      onClose={close}
      busy={busy}
      save={text.save}
      saving={text.saving}
      onSubmit={form.handleSubmit((typed) => view.submit({ kind: typed.kind, target: Number(typed.target) }))}
      layout="goal-form"
    >
      {error !== null && !fields.target && <Alert>{error}</Alert>}
      <Field label={text.kind} error={errors.kind?.message ?? null}>
        {(wiring) => (
          <Select
            {...wiring}
            {...form.register('kind')}
            options={kinds.map((value) => ({ value, label: text.kinds[value] }))}
            disabled={busy}
          />
        )}
      </Field>
      <Field label={text.target} hint={text.targetHint[kind]} error={errors.target?.message ?? null}>
        {(wiring) => <Input {...wiring} {...form.register('target')} inputMode="decimal" autoComplete="off" disabled={busy} />}
      </Field>
    </FormDialog>
  );
}
