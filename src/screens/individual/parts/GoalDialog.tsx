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

const t = messages.goals;

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
  useUnsavedGuard(isDirty && view.unsaved, t.leave);
  const close = (): void => view.close(isDirty);
  const kind = form.watch('kind');
  return (
    <FormDialog
      title={edited ? fill(t.changeOf, { goal: t.kinds[edited.kind] }) : `${t.add}: ${monthText(month)}`}
      onClose={close}
      busy={busy}
      save={t.save}
      saving={t.saving}
      onSubmit={form.handleSubmit((values) => view.submit({ kind: values.kind, target: Number(values.target) }))}
      layout="goal-form"
    >
      {error !== null && !fields.target && <Alert>{error}</Alert>}
      <Field label={t.kind} error={errors.kind?.message ?? null}>
        {(controlProps) => (
          <Select
            {...controlProps}
            {...form.register('kind')}
            options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
            disabled={busy}
          />
        )}
      </Field>
      <Field label={t.target} hint={t.targetHint[kind]} error={errors.target?.message ?? null}>
        {(controlProps) => <Input {...controlProps} {...form.register('target')} inputMode="decimal" autoComplete="off" disabled={busy} />}
      </Field>
    </FormDialog>
  );
}
