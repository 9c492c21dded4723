import { yupResolver } from '@hookform/resolvers/yup';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { cleanAmount } from '../../../../contract/forms/adjustment.ts';
import { disputeForm, type DisputeForm as Fields } from '../../../../contract/forms/dispute.ts';
import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';

type Way<Kind> = { kind: Kind; label: string };
type Props<Kind> = {
  label: string;
  hint?: string;
  /** What may be done with the text; the last is the one that Enter does. */
  ways: readonly Way<Kind>[];
  /** An amount may go with it. */
  amounts?: boolean;
  busy: boolean;
  onSubmit: (kind: Kind, text: string, amount: string) => void;
};

/** A text and what to do with it. Mount it anew, by its key, to clear it. */
export function DisputeForm<Kind extends string>({ label, hint, ways, amounts = false, busy, onSubmit }: Props<Kind>) {
  const form = useForm<Fields>({ resolver: yupResolver(disputeForm), defaultValues: { message: '' } });
  const [amount, setAmount] = useState('');
  const submit = (kind: Kind) => form.handleSubmit(({ message }) => onSubmit(kind, message, amount));
  const main = ways.at(-1);
  if (!main) return null;
  return (
    <form className="form-stack" onSubmit={submit(main.kind)} noValidate>
      <Field label={label} {...(hint ? { hint } : {})} error={form.formState.errors.message?.message ?? null}>
        {(wiring) => (
          <textarea {...wiring} {...form.register('message')} className="p-inputtext p-component dispute-text" rows={3} readOnly={busy} />
        )}
      </Field>
      {amounts && (
        <Field label={messages.disputes.adjustment} hint={messages.adjustmentForm.amountHint}>
          {(wiring) => (
            <Input
              {...wiring}
              inputMode="decimal"
              autoComplete="off"
              className="why-date"
              value={amount}
              onChange={(event) => setAmount(cleanAmount(event.target.value))}
            />
          )}
        </Field>
      )}
      <p className="form-actions">
        {ways.slice(0, -1).map((way) => (
          <Button key={way.kind} severity="secondary" disabled={busy} onClick={submit(way.kind)}>
            {way.label}
          </Button>
        ))}
        <Button type="submit" disabled={busy}>
          {main.label}
        </Button>
      </p>
    </form>
  );
}
