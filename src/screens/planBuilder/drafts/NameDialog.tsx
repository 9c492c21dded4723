import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { type PlanDraftForm, planDraftForm } from '../../../../contract/forms/planDraft.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { DraftName } from '../../../machines/planDrafts/planDrafts.machine.ts';
import FormDialog from '../../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import type { DraftsBinding } from './useDraftList.ts';

const t = messages.planDrafts;

const titleOf = ({ kind, draft }: DraftName): string => {
  if (draft === null) return t.addTitle;
  return fill(kind === 'rename' ? t.renameTitle : t.copyTitle, { name: draft.name });
};
const startName = ({ kind, draft }: DraftName): string => {
  if (draft === null) return '';
  return kind === 'rename' ? draft.name : fill(t.copyTitle, { name: draft.name });
};

/** Asks for the name of a new draft or a copy, or renames a draft. */
export default function NameDialog({ list, form }: Readonly<{ list: DraftsBinding; form: DraftName }>) {
  const { register, handleSubmit, formState } = useForm<PlanDraftForm>({
    defaultValues: { name: startName(form) },
    resolver: yupResolver(planDraftForm),
  });
  const nameError = formState.errors.name?.message ?? list.fields.name ?? null;
  return (
    <FormDialog
      title={titleOf(form)}
      size="small"
      onClose={list.close}
      onSubmit={handleSubmit(list.submitName)}
      busy={list.saving}
      save={form.kind === 'rename' ? t.save : t.create}
      saving={t.saving}
    >
      {list.error !== null && nameError === null && <Alert>{list.error}</Alert>}
      <Field label={t.name} error={nameError}>
        {(controlProps) => <Input {...controlProps} {...register('name')} autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}
