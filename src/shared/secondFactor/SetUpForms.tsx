import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { SecretField } from '../secret/SecretField.tsx';
import './secondFactor.css';
import { codeInput, codePattern } from './codeField.ts';
import type { SecondFactorView } from './useSecondFactor.ts';

const t = messages.secondFactor;
/** `cancel`: the button that leaves the setup. */
type Props = Readonly<{ view: SecondFactorView; cancel: ReactNode }>;

/** The first step: the password, for users who have one. */
export function PasswordStep({ view, cancel }: Props) {
  const form = useForm({ defaultValues: { password: '' } });
  const passwordError = form.formState.errors.password?.message ?? view.fields.current_password ?? null;
  return (
    <form className="form-stack" noValidate onSubmit={form.handleSubmit(({ password }) => view.begin(password))}>
      <p>{t.hint}</p>
      {view.error !== null && passwordError === null && <Alert>{view.error}</Alert>}
      {view.state?.password_needed !== false && (
        <Field label={t.password} error={passwordError}>
          {(controlProps) => (
            <Input
              {...controlProps}
              {...form.register('password', { required: messages.changePassword.currentRequired })}
              type="password"
              autoComplete="current-password"
              readOnly={view.saving}
            />
          )}
        </Field>
      )}
      <p className="form-actions">
        {cancel}
        <Button type="submit" loading={view.saving} loadingLabel={t.beginning}>
          {t.begin}
        </Button>
      </p>
    </form>
  );
}

/** The second step: the QR code, and the first code from the app that scanned it. */
export function ScanStep({ view, cancel, begun }: Props & Readonly<{ begun: NonNullable<SecondFactorView['begun']> }>) {
  const form = useForm({ defaultValues: { code: '' } });
  const { setFocus } = form;
  const { saving, fields } = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a refusal, the code is typed again.
  useEffect(() => {
    if (!saving) setFocus('code', { shouldSelect: true });
  }, [saving, fields, setFocus]);
  const codeError = form.formState.errors.code?.message ?? view.fields.code ?? null;
  return (
    <form className="form-stack" noValidate onSubmit={form.handleSubmit(({ code }) => view.enable(code))}>
      <p>{t.scan}</p>
      <img className="factor-qr" alt={t.qrAlt} src={`data:image/svg+xml,${encodeURIComponent(begun.qr)}`} />
      <SecretField label={t.secret} secret={begun.secret} />
      {view.error !== null && codeError === null && <Alert>{view.error}</Alert>}
      <Field label={t.code} error={codeError}>
        {(controlProps) => (
          <Input
            {...controlProps}
            {...form.register('code', { pattern: { value: codePattern, message: t.codeRequired }, required: t.codeRequired })}
            {...codeInput}
            readOnly={view.saving}
          />
        )}
      </Field>
      <p className="form-actions">
        {cancel}
        <Button type="submit" loading={view.saving} loadingLabel={t.confirming}>
          {t.confirm}
        </Button>
      </p>
    </form>
  );
}
