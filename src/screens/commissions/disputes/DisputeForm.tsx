import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { optionalAmount } from '../../../../contract/forms/adjustment.ts';
import { disputeForm } from '../../../../contract/forms/dispute.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { registerAmountField } from '../adjustments/amountField.ts';
import type { Draft } from './useDisputeDrafts.ts';

const rules = disputeForm.shape({ amount: optionalAmount });

type DisputeAction<Kind> = { kind: Kind; label: string };
type Props<Kind> = {
  label: string;
  hint?: string;
  /** Actions for the text; Enter submits the last one. */
  actions: readonly DisputeAction<Kind>[];
  /** True if an amount can be entered. */
  hasAmount?: boolean;
  busy: boolean;
  /** The unsent text, and its setter. */
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** Increments after each send; clears the text, and the amount unless `keepsAmount`. */
  sentCount: number;
  keepsAmount: boolean;
  onSubmit: (kind: Kind, text: string, amount: string) => void;
};

/** A text field with its actions. */
export function DisputeForm<Kind extends string>({
  label,
  hint,
  actions,
  hasAmount: amounts = false,
  busy,
  draft,
  onDraft,
  sentCount: sent,
  keepsAmount,
  onSubmit,
}: Props<Kind>) {
  const form = useForm({ resolver: yupResolver(rules), defaultValues: { ...draft } });
  const { errors } = form.formState;
  const { reset, watch, getValues } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only sends to the state that keeps drafts.
  useEffect(() => {
    const subscription = watch(({ message = '', amount = '' }) => onDraft({ message, amount }));
    return () => subscription.unsubscribe();
  }, [watch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per send.
  useEffect(() => {
    if (sent > 0) reset({ message: '', amount: keepsAmount ? getValues('amount') : '' });
  }, [sent]);
  const error = errors.message?.message ?? null;
  // The text of a resolution is not called a message, so the error names the field.
  const messageError =
    amounts && error === messages.disputes.messageRequired ? fill(messages.disputes.fieldRequired, { field: label }) : error;
  const submit = (kind: Kind) => form.handleSubmit(({ message, amount }) => onSubmit(kind, message, amount));
  const mainAction = actions.at(-1);
  if (!mainAction) return null;
  return (
    <form className="form-stack" onSubmit={submit(mainAction.kind)} noValidate>
      <Field label={label} {...(hint ? { hint } : {})} error={messageError}>
        {(controlProps) => (
          <Textarea autoResize {...controlProps} {...form.register('message')} className="dispute-text" rows={3} readOnly={busy} />
        )}
      </Field>
      {amounts && (
        <Field label={messages.disputes.adjustment} hint={messages.adjustmentFormText.amountHint} error={errors.amount?.message ?? null}>
          {(controlProps) => (
            <Input
              {...controlProps}
              {...registerAmountField(form.register('amount'), () => form.getValues('amount'))}
              inputMode="text"
              autoComplete="off"
              className="why-date"
              readOnly={busy}
            />
          )}
        </Field>
      )}
      <p className="form-actions">
        {actions.slice(0, -1).map((action) => (
          <Button key={action.kind} severity="secondary" disabled={busy} onClick={submit(action.kind)}>
            {action.label}
          </Button>
        ))}
        <Button type="submit" disabled={busy}>
          {mainAction.label}
        </Button>
      </p>
    </form>
  );
}
