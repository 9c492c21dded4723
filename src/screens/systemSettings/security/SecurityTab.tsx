import '../../../shared/desk/desk.css';
import { useForm } from 'react-hook-form';
import type { SecuritySettings } from '../../../../contract/entities/secondFactor.ts';
import { type Role, roleLabels, roles } from '../../../../contract/entities/user.ts';
import { parseCents } from '../../../../contract/forms/amount.ts';
import { messages } from '../../../../contract/messages.ts';
import { fromCents } from '../../../../contract/rules/money.ts';
import { CheckField } from '../../../shared/CheckField.tsx';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { type SecurityView, useSecuritySettings } from './useSecuritySettings.ts';

const t = messages.secondFactor;
const SKELETON_PX = 320;

type SecurityForm = { roles: Role[]; limit: string };
const isAmount = (text: string): boolean => text.trim() === '' || (parseCents(text) ?? -1) >= 0;
const formOf = ({ second_factor_roles, payout_limit }: SecuritySettings): SecurityForm => ({
  roles: [...second_factor_roles],
  limit: payout_limit === null ? '' : String(payout_limit),
});
const settingsOf = ({ roles: second_factor_roles, limit }: SecurityForm): SecuritySettings => ({
  second_factor_roles,
  payout_limit: limit.trim() === '' ? null : fromCents(parseCents(limit) ?? 0),
});

function Rules({ view, settings }: Readonly<{ view: SecurityView; settings: SecuritySettings }>) {
  const form = useForm<SecurityForm>({ values: formOf(settings) });
  const { errors, isDirty } = form.formState;
  useUnsavedGuard(isDirty);
  return (
    <form className="form-stack" noValidate onSubmit={form.handleSubmit((values) => view.busy || view.save(settingsOf(values)))}>
      <fieldset className="desk-choices">
        <legend className="field-label">{t.roles}</legend>
        {roles.map((role) => (
          <CheckField key={role} label={roleLabels[role]} value={role} control={form.control} name="roles" disabled={view.busy} />
        ))}
      </fieldset>
      <Field label={t.limit} hint={t.limitHint} error={errors.limit?.message ?? view.limitError}>
        {(controlProps) => (
          <Input
            {...controlProps}
            {...form.register('limit', { validate: (text) => isAmount(text) || t.limitInvalid })}
            inputMode="decimal"
            autoComplete="off"
            readOnly={view.busy}
          />
        )}
      </Field>
      <p className="form-actions">
        <Button type="submit" unavailable={!isDirty} loading={view.busy} loadingLabel={t.savingSettings}>
          {t.saveSettings}
        </Button>
      </p>
    </form>
  );
}

/** The roles that need a second factor, and the payouts that ask for it again (decisions 4.16). */
export default function SecurityTab() {
  const view = useSecuritySettings();
  const { settings, error } = view;
  return (
    <Card title={t.settingsTitle}>
      <p className="muted">{t.settingsHint}</p>
      {error !== null && <Alert {...(view.failed ? { onRetry: view.retry } : { onDismiss: view.dismiss })}>{error}</Alert>}
      {settings === null && !view.failed && <Skeleton height={SKELETON_PX} />}
      {settings !== null && <Rules view={view} settings={settings} />}
    </Card>
  );
}
