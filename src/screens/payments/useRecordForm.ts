import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { PaymentChoice, PaymentType } from '../../../contract/entities/payment.ts';
import { centsOfTyped } from '../../../contract/forms/amount.ts';
import { paymentForm } from '../../../contract/forms/payment.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { useToast, useToday } from '../../app/context.ts';
import { useFormDraft } from '../../shared/useFormDraft.ts';
import { useAllocation } from './useAllocation.ts';
import { usePaymentDialog } from './usePaymentDialog.ts';
import type { Payments } from './usePayments.ts';

const { done } = messages.payments;
export type RecordValues = {
  type: PaymentType;
  payer: string;
  amount: string;
  payment_date: string;
  payment_method: string;
  reference: string;
  notes: string;
  cleared: boolean;
};

/** Zero as long as what is typed is no amount. */
const centsOf = (typed: string): Cents => Math.max(0, centsOfTyped(typed) ?? 0);

/** Binds Record Payment: fields, what it pays, and the dialog's machine. */
export const useRecordForm = (payments: Payments) => {
  const { service, act } = payments;
  const toast = useToast();
  const today = useToday();
  const form = useForm<RecordValues>({
    resolver: yupResolver(paymentForm as never) as never,
    defaultValues: {
      type: 'customer_payment',
      payer: '',
      amount: '',
      payment_date: today,
      payment_method: 'ACH',
      reference: '',
      notes: '',
      cleared: true,
    },
  });
  // One key for one opened form: a double click makes one payment. Who pays is chosen again, with what is open.
  const { key } = useFormDraft(form, 'payment.record', { without: ['payer'] });
  const type = form.watch('type');
  const amount = centsOf(form.watch('amount'));
  const cleared = form.watch('cleared');
  const allocation = useAllocation({ service, payer: null, payment: null, amount: 0, lines: {} });
  const { setAmount } = allocation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same actor for as long as the dialog is open.
  useEffect(() => setAmount(amount), [amount]);
  const { errors, isDirty } = form.formState;
  const dialog = usePaymentDialog({
    edited: null,
    dirty: isDirty,
    save: (_, body, confirmed) => service.record({ ...body, confirmed }, key),
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
  const left = amount - allocation.allocated;
  const body = ({ payer, ...values }: RecordValues) => ({
    ...values,
    ...(values.type === 'customer_payment' ? { customer_id: payer } : { user_id: payer }),
    allocations: allocation.allocations,
  });
  return {
    form,
    type,
    amount,
    cleared,
    allocation,
    dialog,
    today,
    errorOf: (name: keyof RecordValues): string | null => errors[name]?.message?.toString() ?? null,
    /** A commission payment pays in full; nothing pays more than there is. */
    sound: payments.isLive && allocation.valid && left >= 0 && (type === 'customer_payment' || left === 0 || amount === 0),
    submit: form.handleSubmit((values) => dialog.submit(body(values))),
    confirm: form.handleSubmit((values) => dialog.confirm(body(values))),
    chooseType: (next: PaymentType): void => {
      form.setValue('type', next, { shouldDirty: true });
      form.setValue('payer', '');
      form.setValue('payment_method', next === 'customer_payment' ? 'ACH' : 'direct deposit', { shouldDirty: true });
      allocation.choose(null);
    },
    choosePayer: (choice: PaymentChoice | null): void => {
      const customer = choice?.customer_id ?? '';
      form.setValue('payer', customer, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
      const first = choice?.kind === 'invoice' ? `invoice-${choice.id}` : null;
      allocation.choose(customer === '' ? null : { kind: 'customer', id: customer, first });
    },
    choosePerson: (id: string): void => {
      form.setValue('payer', id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
      allocation.choose(id === '' ? null : { kind: 'person', id, first: null });
    },
  };
};
export type BoundRecordForm = ReturnType<typeof useRecordForm>;
