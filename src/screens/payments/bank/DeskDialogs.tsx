import { type ReactNode, useState } from 'react';
import { type BankDetail, bankStateBadges } from '../../../../contract/entities/bank.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import type { BankService } from '../../../services/bank.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import FormDialog from '../../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatMoney } from '../../../ui/display/format.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { bankTitle, matchText } from './bankNames.ts';
import type { BankDesk } from './useBankDesk.ts';

const t = messages.bank;
type DeskFormProps = Readonly<{ desk: BankDesk; transaction: BankDetail }>;
type FrameProps = DeskFormProps &
  Readonly<{
    title: string;
    saveLabel: string;
    isValid?: boolean;
    field: string;
    onSubmit: () => void;
    wide?: boolean;
    children: ReactNode;
  }>;

/** A form about an open transaction. Errors of `field` are shown at the field, all others at the top. */
export function DeskFrame({ desk, transaction, title, saveLabel, isValid = true, field, onSubmit, wide = false, children }: FrameProps) {
  return (
    <FormDialog
      title={title}
      onClose={desk.close}
      size={wide ? 'wide' : 'normal'}
      busy={desk.saving}
      save={saveLabel}
      saving={t.split.saving}
      unready={!isValid || !desk.canSubmit}
      onSubmit={onSubmit}
      layout="payment-form"
    >
      <p>{bankTitle(transaction)}</p>
      <p role="status">
        <Badge severity={bankStateBadges[transaction.state].severity}>{bankStateBadges[transaction.state].label}</Badge>{' '}
        {matchText(transaction)}
      </p>
      {desk.error !== null && !desk.fields[field] && <Alert>{desk.error}</Alert>}
      {children}
    </FormDialog>
  );
}

/** Asks for a reason, and offers to always ignore this counterparty; only then is a rule created. */
export function IgnoreDialog({ desk, transaction }: DeskFormProps) {
  const [reason, setReason] = useState('');
  const [remember, setRemember] = useState(false);
  return (
    <DeskFrame
      desk={desk}
      transaction={transaction}
      title={fill(t.ignore.title, { name: transaction.counterparty })}
      saveLabel={t.ignore.save}
      field="reason"
      onSubmit={() => desk.submit({ kind: 'ignore', reason, remember })}
    >
      <Field label={t.ignore.reason} hint={t.ignore.reasonHint} error={desk.fields.reason ?? null}>
        {(controlProps) => (
          <Textarea {...controlProps} rows={2} value={reason} disabled={desk.saving} onChange={({ target }) => setReason(target.value)} />
        )}
      </Field>
      <Checkbox
        label={fill(t.ignore.remember, { counterparty: transaction.counterparty })}
        checked={remember}
        disabled={desk.saving}
        onChange={setRemember}
      />
    </DeskFrame>
  );
}

/** Records the transaction as a customer payment. */
export function ReceiptDialog({ desk, transaction, service }: DeskFormProps & Readonly<{ service: BankService }>) {
  const [searchText, setSearchText] = useState('');
  const [chosenId, setChosenId] = useState('');
  const [apply, setApply] = useState(true);
  const [remember, setRemember] = useState(false);
  const { answer, stale, ask } = useAnswer(async ({ q = '' }) => (q === '' ? [] : service.customers(q)), { q: '' }, '');
  const matches = chosenId === '' && searchText.trim() !== '' && !stale ? (answer ?? []) : [];
  const type = (next: string): void => {
    setSearchText(next);
    setChosenId('');
    ask({ q: next.trim() });
  };
  return (
    <DeskFrame
      desk={desk}
      transaction={transaction}
      title={fill(t.receipt.title, { amount: formatMoney(toCents(transaction.amount)) })}
      saveLabel={t.receipt.save}
      isValid={chosenId !== ''}
      field="customer_id"
      onSubmit={() => desk.submit({ kind: 'receipt', customer_id: chosenId, apply, remember })}
    >
      <Field label={t.receipt.customer} hint={t.receipt.customerSearch} error={desk.fields.customer_id ?? null}>
        {(controlProps) => (
          <>
            <Input
              {...controlProps}
              value={searchText}
              autoComplete="off"
              disabled={desk.saving}
              onChange={({ target }) => type(target.value)}
            />
            {matches.length > 0 && (
              <ul className="payment-choices" aria-label={t.receipt.customer}>
                {matches.map(({ id, label }) => (
                  <li key={id}>
                    <Button
                      size="small"
                      severity="text"
                      onClick={() => {
                        setSearchText(label);
                        setChosenId(id);
                      }}
                    >
                      {label}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Field>
      <div>
        <Checkbox label={t.receipt.apply} checked={apply} disabled={desk.saving} onChange={setApply} />
        {!apply && <p className="field-hint">{t.receipt.applyHint}</p>}
      </div>
      <Checkbox
        label={fill(t.split.remember, { counterparty: transaction.counterparty })}
        checked={remember}
        disabled={desk.saving}
        onChange={setRemember}
      />
    </DeskFrame>
  );
}
