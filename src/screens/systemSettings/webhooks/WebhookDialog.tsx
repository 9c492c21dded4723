import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { type Webhook, type WebhookBody, webhookTypes } from '../../../../contract/entities/webhook.ts';
import { webhookFormOf } from '../../../../contract/forms/webhook.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { CheckField } from '../../../shared/CheckField.tsx';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';
import FormDialog from '../../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import type { WebhooksView } from './useWebhooks.ts';

const t = messages.webhooks;
const fieldNames = ['name', 'address', 'types'] as const;

/** Adds or edits a receiver. The URL is never displayed; an empty field keeps the stored one. */
export default function WebhookDialog({ view, edited }: Readonly<{ view: WebhooksView; edited: Webhook | null }>) {
  const { error, fields, saving } = view;
  const form = useForm<WebhookBody>({
    resolver: yupResolver<WebhookBody, unknown, WebhookBody>(webhookFormOf(edited === null) as never),
    defaultValues: {
      name: edited?.name ?? '',
      address: '',
      types: edited?.types ?? [],
      enabled: edited === null || edited.off_at === null,
    },
  });
  const { errors, isDirty } = form.formState;
  const { setError } = form;
  useEffect(() => {
    for (const name of fieldNames) if (fields[name]) setError(name, { message: fields[name] });
  }, [fields, setError]);
  useUnsavedGuard(isDirty, t.leave);
  const hasFieldError = fieldNames.some((name) => fields[name]);
  return (
    <FormDialog
      title={edited ? t.editTitle : t.addTitle}
      onClose={() => view.close(isDirty)}
      busy={saving}
      save={t.save}
      saving={t.saving}
      onSubmit={form.handleSubmit((body) => view.submit(body))}
      layout="form-stack"
    >
      {error !== null && !hasFieldError && <Alert>{error}</Alert>}
      <Field label={t.name} error={errors.name?.message ?? null}>
        {(controlProps) => <Input {...controlProps} {...form.register('name')} autoComplete="off" disabled={saving} />}
      </Field>
      <Field
        label={t.address}
        hint={edited ? fill(t.addressKept, { address: edited.address }) : t.addressHint}
        error={errors.address?.message ?? null}
      >
        {(controlProps) => <Input {...controlProps} {...form.register('address')} autoComplete="off" inputMode="url" disabled={saving} />}
      </Field>
      <fieldset className="desk-choices" disabled={saving}>
        <legend className="field-label">{t.types}</legend>
        {webhookTypes.map((type) => (
          <CheckField key={type} label={t.typeNames[type]} value={type} control={form.control} name="types" />
        ))}
        {errors.types?.message && (
          <p className="field-error" role="alert">
            {errors.types.message}
          </p>
        )}
      </fieldset>
      <CheckField label={t.enabled} control={form.control} name="enabled" disabled={saving} />
    </FormDialog>
  );
}
