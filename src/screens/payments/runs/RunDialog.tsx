import { useState } from 'react';
import type { PayoutRun, PayoutRunPerson } from '../../../../contract/entities/payoutRun.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import type { PayoutRunAction, RunQuestion } from '../../../machines/payouts/payoutRun.machine.ts';
import FormDialog from '../../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatMoney } from '../../../ui/display/format.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import type { BoundPayoutRun } from './usePayoutRun.ts';

const t = messages.payoutRuns;
/** `person`: the person whom the question concerns, if any. */
type Props = Readonly<{ binding: BoundPayoutRun; run: PayoutRun; person: PayoutRunPerson | undefined; question: RunQuestion }>;

const stepOf = (question: RunQuestion, amount: string, reason: string): PayoutRunAction => {
  if (question.about === 'close') return { kind: 'close', reason };
  const { userId, about } = question;
  return about === 'change' ? { kind: 'change', userId, amount, reason } : { kind: 'person', userId, step: about, reason };
};

const titleOf = (question: RunQuestion, name: string): string => {
  if (question.about === 'close') return t.actions.close;
  if (question.about === 'change') return fill(t.changeTitle, { name });
  return fill(t.actOn, { action: t.personActions[question.about], name });
};

/** Names of the people whose payment failed; the run can be completed without them. */
const failedNames = ({ data }: PayoutRun): string =>
  data
    .filter(({ status }) => status === 'failed')
    .map(({ user_name }) => user_name)
    .join(', ');

/**
 * Asks for a reason (decisions 2.16): to change one person's amount, to fail or reverse a payment, or to complete the run without some
 * people.
 */
export function RunDialog({ binding, run, person, question }: Props) {
  const { busy, error, fields } = binding;
  const [amount, setAmount] = useState(person?.amount.toFixed(2) ?? '');
  const [reason, setReason] = useState('');
  const isChange = question.about === 'change';
  return (
    <FormDialog
      title={titleOf(question, person?.user_name ?? '')}
      onClose={binding.close}
      busy={busy}
      save={t.answers[question.about]}
      saving={t.saving}
      onSubmit={() => binding.step(stepOf(question, amount, reason))}
      layout="payment-form"
    >
      {error !== null && Object.keys(fields).length === 0 && <Alert onRetry={binding.retry}>{error}</Alert>}
      {question.about === 'close' && <p>{fill(t.closeHint, { people: failedNames(run) })}</p>}
      {isChange && (
        <Field
          label={t.amount}
          hint={fill(t.amountHint, { amount: formatMoney(toCents(person?.proposed ?? 0)) })}
          error={fields.amount ?? null}
        >
          {(controlProps) => (
            <Input
              {...controlProps}
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              disabled={busy}
              onChange={({ target }) => setAmount(target.value)}
            />
          )}
        </Field>
      )}
      <Field label={t.reason} error={fields.reason ?? null}>
        {(controlProps) => (
          <Textarea {...controlProps} rows={3} value={reason} disabled={busy} onChange={({ target }) => setReason(target.value)} />
        )}
      </Field>
    </FormDialog>
  );
}
