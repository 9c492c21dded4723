import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { ApiTokenBody } from '../../../contract/entities/apiToken.ts';
import { apiTokenForm } from '../../../contract/forms/session/apiToken.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { mayGrant, tokenScopeNames } from '../../../contract/tokenScopes.ts';
import FormDialog from '../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { CheckField } from '../CheckField.tsx';
import { useUnsavedGuard } from '../useUnsavedGuard.ts';
import type { ApiTokensView } from './useApiTokens.ts';

const t = messages.apiTokens;
const fieldNames = ['name', 'scopes', 'expires_in_days', 'current_password'] as const;
const { dayChoices } = limits.apiTokens;
const dayOptions = dayChoices.map((days) => ({ value: String(days), label: fill(t.days, { days }) }));
const [, defaultDays] = dayChoices;

/** Creates an API token with the scopes that the user's role includes; the password confirms it. */
export default function ApiTokenDialog({ view, actor }: Readonly<{ view: ApiTokensView; actor: Actor }>) {
  const { error, fields, saving } = view;
  const form = useForm<ApiTokenBody>({
    resolver: yupResolver<ApiTokenBody, unknown, ApiTokenBody>(apiTokenForm as never),
    defaultValues: { name: '', scopes: [], expires_in_days: defaultDays, current_password: '' },
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
      title={t.addTitle}
      onClose={() => view.close(isDirty)}
      busy={saving}
      save={t.save}
      saving={t.saving}
      onSubmit={form.handleSubmit((body) => view.create(body))}
      layout="form-stack"
    >
      {error !== null && !hasFieldError && <Alert>{error}</Alert>}
      <Field label={t.name} hint={t.nameHint} error={errors.name?.message ?? null}>
        {(controlProps) => <Input {...controlProps} {...form.register('name')} autoComplete="off" disabled={saving} />}
      </Field>
      <fieldset className="desk-choices" disabled={saving}>
        <legend className="field-label">{t.scopes}</legend>
        {tokenScopeNames
          .filter((scope) => mayGrant(actor, scope))
          .map((scope) => (
            <CheckField key={scope} label={t.scopeNames[scope]} value={scope} control={form.control} name="scopes" />
          ))}
        {errors.scopes?.message && (
          <p className="field-error" role="alert">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <Field label={t.expires} error={errors.expires_in_days?.message ?? null}>
        {(controlProps) => (
          <Select {...controlProps} {...form.register('expires_in_days', { valueAsNumber: true })} options={dayOptions} disabled={saving} />
        )}
      </Field>
      <Field label={t.password} error={errors.current_password?.message ?? null}>
        {(controlProps) => (
          <Input
            {...controlProps}
            {...form.register('current_password')}
            type="password"
            autoComplete="current-password"
            disabled={saving}
          />
        )}
      </Field>
    </FormDialog>
  );
}
