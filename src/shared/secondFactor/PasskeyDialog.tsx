import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { type PasskeyForm, passkeyForm } from '../../../contract/forms/session/passkey.ts';
import { messages } from '../../../contract/messages.ts';
import FormDialog from '../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import type { SecondFactorView } from './useSecondFactor.ts';

const t = messages.secondFactor;

/** Names a passkey; then the browser asks for it in its own dialog. */
export default function PasskeyDialog({ view }: Readonly<{ view: SecondFactorView }>) {
  const form = useForm<PasskeyForm>({ resolver: yupResolver(passkeyForm), defaultValues: { name: '' } });
  const nameError = form.formState.errors.name?.message ?? view.fields.name ?? null;
  return (
    <FormDialog
      title={t.addPasskey}
      size="small"
      onClose={view.close}
      busy={view.saving}
      save={t.addPasskey}
      saving={t.addingPasskey}
      onSubmit={form.handleSubmit(({ name }) => view.addPasskey(name))}
    >
      <p>{t.passkeysHint}</p>
      {view.error !== null && nameError === null && <Alert>{view.error}</Alert>}
      <Field label={t.passkeyName} hint={t.passkeyNameHint} error={nameError}>
        {(controlProps) => <Input {...controlProps} {...form.register('name')} autoComplete="off" readOnly={view.saving} />}
      </Field>
    </FormDialog>
  );
}
