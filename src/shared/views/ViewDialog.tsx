import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { type ViewForm, viewForm } from '../../../contract/forms/view.ts';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import Dialog from '../../ui/dialog/Dialog.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { CheckField } from '../CheckField.tsx';
import type { Views } from './useViews.ts';

const t = messages.views;
type Props = Readonly<{ form: NonNullable<Views['form']>; error: string | null; saving: boolean }> & Pick<Views, 'submit' | 'cancel'>;

/** Asks for the name of a view, and who can see it. */
export default function ViewDialog({ form, error, saving, submit, cancel }: Props) {
  const { register, handleSubmit, control, formState } = useForm<ViewForm>({
    defaultValues: { name: form.view?.name ?? '', shared: form.view?.shared ?? false },
    resolver: yupResolver(viewForm),
  });
  return (
    <Dialog title={form.view ? t.editTitle : t.newTitle} size="small" onClose={cancel} dismissible={!saving}>
      <form className="form-stack" onSubmit={handleSubmit(submit)} noValidate>
        {error !== null && <Alert>{error}</Alert>}
        <Field label={t.name} error={formState.errors.name?.message ?? null}>
          {(controlProps) => <Input {...controlProps} {...register('name')} />}
        </Field>
        <CheckField control={control} name="shared" label={t.share} />
        <p className="form-actions">
          <Button severity="secondary" disabled={saving} onClick={cancel}>
            {messages.cancel}
          </Button>
          <Button type="submit" loading={saving} loadingLabel={t.saving}>
            {t.submit}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
