import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messages } from '../../../contract/messages.ts';
import type { FactorMethod, FactorReply, typedMethods } from '../../../contract/rules/session/factorMethods.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { codeInput, codePattern } from './codeField.ts';

const t = messages.secondFactor;
type Typed = (typeof typedMethods)[number];
type Props = Readonly<{
  methods: readonly FactorMethod[];
  hint: string;
  submitLabel: string;
  busy: boolean;
  error: string | null;
  onReply: (reply: FactorReply) => void;
  onDismiss?: () => void;
  /** The button that cancels. */
  cancel: ReactNode;
}>;

const words = {
  code: { label: t.code, required: t.codeRequired, pattern: codePattern, other: 'recovery_code', toOther: t.useRecovery },
  recovery_code: { label: t.recoveryCode, required: t.recoveryRequired, pattern: /\S/, other: 'code', toOther: t.useCode },
} as const;

/** Asks for the second factor: a code from the authenticator app, a recovery code or a passkey. */
export function FactorFields({ methods, hint, submitLabel, busy, error, onReply, onDismiss, cancel }: Props) {
  const [typed, setTyped] = useState<Typed>('code');
  const form = useForm<{ text: string }>({ defaultValues: { text: '' } });
  const { label, required, pattern, other, toOther } = words[typed];
  const { setFocus, reset } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind of code has its own field.
  useEffect(() => setFocus('text'), [setFocus, typed]);
  useEffect(() => {
    if (error !== null && !busy) setFocus('text', { shouldSelect: true });
  }, [busy, error, setFocus]);
  const choose = (kind: Typed): void => {
    reset();
    onDismiss?.();
    setTyped(kind);
  };
  return (
    <form
      className="form-stack"
      noValidate
      onSubmit={form.handleSubmit(({ text }) => busy || onReply({ kind: typed, typed: text.trim() }))}
    >
      <p className="muted">{typed === 'code' ? hint : t.recoveryHint}</p>
      {error !== null && <Alert {...(onDismiss ? { onDismiss } : {})}>{error}</Alert>}
      <Field key={typed} label={label} error={form.formState.errors.text?.message ?? null}>
        {(controlProps) => (
          <Input
            {...controlProps}
            {...form.register('text', { required, pattern: { value: pattern, message: required } })}
            {...(typed === 'code' ? codeInput : { autoComplete: 'off' })}
            autoCapitalize="none"
            spellCheck={false}
            // Keeps the focus while the code is checked.
            readOnly={busy}
          />
        )}
      </Field>
      <Button type="submit" loading={busy} loadingLabel={t.checking}>
        {submitLabel}
      </Button>
      <p className="factor-ways">
        {methods.includes('passkey') && (
          <Button severity="text" size="small" unavailable={busy} onClick={() => onReply({ kind: 'passkey' })}>
            {t.usePasskey}
          </Button>
        )}
        <Button severity="text" size="small" unavailable={busy} onClick={() => choose(other)}>
          {toOther}
        </Button>
        {cancel}
      </p>
    </form>
  );
}
