import { useState } from 'react';
import type { PayoutRunPerson } from '../../../../contract/entities/payoutRun.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import type { RunQuestion, RunStep } from '../../../machines/payouts/payoutRun.machine.ts';
import FormDialog from '../../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatMoney } from '../../../ui/display/format.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import type { BoundRun } from './usePayoutRun.ts';

const text = messages.payoutRuns;
type Props = Readonly<{ bound: BoundRun; person: PayoutRunPerson; question: RunQuestion }>;

const stepOf = ({ userId, about }: RunQuestion, amount: string, reason: string): RunStep =>
  about === 'change' ? { kind: 'change', userId, amount, reason } : { kind: 'person', userId, step: about, reason };

/** Another amount for one person, or why their payment failed or is reversed; always with a reason (decisions 2.16). */
export function RunDialog({ bound, person, question }: Props) {
  const { busy, error, fields } = bound;
  const [amount, setAmount] = useState(person.amount.toFixed(2));
  const [reason, setReason] = useState('');
  const isChange = question.about === 'change';
  const title = isChange
    ? fill(text.changeTitle, { name: person.user_name })
    : fill(text.actOn, { action: text.personActions[question.about as 'fail'], name: person.user_name });
  return (
    <FormDialog
      title={title}
      onClose={bound.close}
      busy={busy}
      save={text.save}
      saving={text.saving}
      onSubmit={() => bound.answer(stepOf(question, amount, reason))}
      layout="payment-form"
    >
      {error !== null && Object.keys(fields).length === 0 && <Alert onRetry={bound.retry}>{error}</Alert>}
      {isChange && (
        <Field
          label={text.amount}
          hint={fill(text.amountHint, { amount: formatMoney(toCents(person.proposed)) })}
          error={fields.amount ?? null}
        >
          {(wiring) => (
            <Input
              {...wiring}
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              disabled={busy}
              onChange={({ target }) => setAmount(target.value)}
            />
          )}
        </Field>
      )}
      <Field label={text.reason} error={fields.reason ?? null}>
        {(wiring) => <Textarea {...wiring} rows={3} value={reason} disabled={busy} onChange={({ target }) => setReason(target.value)} />}
      </Field>
    </FormDialog>
  );
}
