import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Payment } from '../../../contract/entities/payment.ts';
import { messages } from '../../../contract/messages.ts';
import { type EditedPayment, type PaymentBody, paymentFormMachine } from '../../machines/payments/paymentForm.machine.ts';
import { confirmWithUser } from '../../services/browser.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useUnsavedGuard } from '../../shared/useUnsavedGuard.ts';

const t = messages.paymentFormText;
type SavePayment = (target: EditedPayment | null, body: PaymentBody, isConfirmed: boolean) => Promise<Payment>;
type Options = Readonly<{
  target: EditedPayment | null;
  dirty: boolean;
  save: SavePayment;
  onSaved: (payment: Payment) => void;
  onClosed: () => void;
}>;

/** Connects a payment dialog to its machine. */
export const usePaymentDialog = ({ target, dirty, save, onSaved, onClosed }: Options) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once per opened dialog.
  const machine = useMemo(
    () =>
      paymentFormMachine.provide({
        actors: { saveForm: fromPromise(({ input }) => save(input.edited, input.body, input.confirmed === true)) },
        actions: {
          askDiscard: ({ self }) => confirmWithUser(t.discard) && self.send({ type: 'close.confirmed' }),
          reportSaved: (_, { saved }) => onSaved(saved),
          reportClosed: onClosed,
        },
      }),
    [],
  );
  const ref = useMachineRef(machine, { edited: target });
  const snapshot = useSelector(ref, (state) => state);
  const { error, fields, question } = snapshot.context;
  // The dialog has its own URL, so Back closes it.
  useUnsavedGuard(dirty && snapshot.hasTag('unsaved'), t.leave, true);
  return {
    busy: snapshot.hasTag('busy'),
    error,
    fields,
    /** A similar payment; the server asks whether this one is a duplicate. */
    duplicate: snapshot.matches({ open: 'asking' }) ? question : null,
    submit: (body: PaymentBody) => ref.send({ type: 'form.submit', body }),
    confirm: (body: PaymentBody) => ref.send({ type: 'question.confirm', body }),
    deny: () => ref.send({ type: 'question.deny' }),
    close: () => ref.send({ type: 'close.ask', dirty }),
  };
};
