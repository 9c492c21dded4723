import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { PaymentChoice, PaymentType } from '../../../contract/entities/payment.ts';
import { parseCents } from '../../../contract/forms/amount.ts';
import { paymentForm } from '../../../contract/forms/payment.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { useToast, useToday } from '../../app/context.ts';
import type { AllocationPayer, EnteredAmounts } from '../../machines/payments/allocation.machine.ts';
import { useFormDraft } from '../../shared/useFormDraft.ts';
import { useAllocation } from './useAllocation.ts';
import { usePaymentDialog } from './usePaymentDialog.ts';
import type { Payments } from './usePayments.ts';

const { done } = messages.payments;
export type PaymentFormValues = {
  type: PaymentType;
  payer: string;
  amount: string;
  payment_date: string;
  payment_method: string;
  reference: string;
  notes: string;
  cleared: boolean;
  /** The chosen customer, or the chosen invoice, which is paid first. */
  choice: PaymentChoice | null;
  /** The edited allocation; null while it still matches the proposal. */
  lines: EnteredAmounts | null;
};

/** Zero if the typed text is not an amount. */
const centsOf = (text: string): Cents => Math.max(0, parseCents(text) ?? 0);

const payerOf = ({ type, payer, choice }: Pick<PaymentFormValues, 'type' | 'payer' | 'choice'>): AllocationPayer | null => {
  if (payer === '') return null;
  if (type === 'commission_payment') return { kind: 'person', id: payer, first: null };
  return { kind: 'customer', id: payer, first: choice?.kind === 'invoice' ? `invoice-${choice.id}` : null };
};

/** Connects Record Payment: fields, allocation and the dialog's machine. @param prefilled the invoice to pay, or null */
export const useRecordForm = (payments: Payments, prefilled: PaymentChoice | null) => {
  const { service, act } = payments;
  const toast = useToast();
  const today = useToday();
  const form = useForm<PaymentFormValues>({
    resolver: yupResolver(paymentForm as never) as never,
    defaultValues: {
      type: 'customer_payment',
      payer: prefilled?.customer_id ?? '',
      amount: '',
      payment_date: today,
      payment_method: 'ACH',
      reference: '',
      notes: '',
      cleared: true,
      choice: prefilled,
      lines: null,
    },
  });
  // One idempotency key per opened form: a double click creates one payment.
  const { key } = useFormDraft(form, 'payment.record');
  const type = form.watch('type');
  const amount = centsOf(form.watch('amount'));
  const isCleared = form.watch('cleared');
  const allocation = useAllocation({ service, payer: null, payment: null, amount: 0, lines: {} });
  const { setAmount } = allocation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actor is the same while the dialog is open.
  useEffect(() => setAmount(amount), [amount]);
  // Restores the payer chosen earlier, on this visit or a previous one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, to restore the draft.
  useEffect(() => {
    const values = form.getValues();
    const payer = payerOf(values);
    if (payer) allocation.choose(payer, values.lines ?? {});
  }, []);
  const { ready, edited, lines } = allocation;
  const defaultAmount =
    ready && allocation.payer?.first ? (allocation.rows.find(({ key: row }) => row === allocation.payer?.first)?.item.open ?? null) : null;
  // Proposes the open amount of the chosen invoice until an amount is typed.
  useEffect(() => {
    if (!form.getFieldState('amount').isDirty)
      form.resetField('amount', { defaultValue: defaultAmount === null ? '' : defaultAmount.toFixed(2) });
  }, [form, defaultAmount]);
  // The draft includes the edited allocation.
  useEffect(() => {
    if (ready) form.setValue('lines', edited ? lines : null, { shouldDirty: true });
  }, [form, ready, edited, lines]);
  const { errors, isDirty } = form.formState;
  const dialog = usePaymentDialog({
    target: null,
    dirty: isDirty,
    save: (_, body, isConfirmed) => service.record({ ...body, confirmed: isConfirmed }, key),
    onSaved: (payment) => {
      toast(fill(payment.status === 'pending' ? done.recordedPending : done.recorded, { name: payment.id }));
      act.reload();
      act.close();
      act.open(payment.id);
    },
    onClosed: act.close,
  });
  const { setError } = form;
  useEffect(() => {
    for (const [name, message] of Object.entries(dialog.fields)) if (name !== 'allocations') setError(name as 'payer', { message });
  }, [dialog.fields, setError]);
  const choose = (payer: string, choice: PaymentChoice | null): void => {
    form.setValue('choice', choice, { shouldDirty: true });
    form.setValue('payer', payer, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    allocation.choose(payerOf({ type, payer, choice }));
  };
  const remainingCents = amount - allocation.allocated;
  const body = ({ payer, choice: _choice, lines: _lines, ...values }: PaymentFormValues) => ({
    ...values,
    ...(values.type === 'customer_payment' ? { customer_id: payer } : { user_id: payer }),
    allocations: allocation.allocations,
  });
  return {
    form,
    type,
    amount,
    cleared: isCleared,
    allocation,
    dialog,
    today,
    errorOf: (name: keyof PaymentFormValues): string | null => errors[name]?.message?.toString() ?? null,
    /** A commission payment must be allocated in full; no payment may be allocated beyond its amount. */
    isValid:
      payments.isLive && allocation.valid && remainingCents >= 0 && (type === 'customer_payment' || remainingCents === 0 || amount === 0),
    submit: form.handleSubmit((values) => dialog.submit(body(values))),
    confirm: form.handleSubmit((values) => dialog.confirm(body(values))),
    chooseType: (next: PaymentType): void => {
      form.setValue('type', next, { shouldDirty: true });
      form.setValue('payer', '');
      form.setValue('choice', null);
      form.setValue('payment_method', next === 'customer_payment' ? 'ACH' : 'direct deposit', { shouldDirty: true });
      allocation.choose(null);
    },
    choice: form.watch('choice'),
    choosePayer: (choice: PaymentChoice | null): void => choose(choice?.customer_id ?? '', choice),
    choosePerson: (id: string): void => choose(id, null),
  };
};
export type BoundRecordForm = ReturnType<typeof useRecordForm>;
