import { yupResolver } from '@hookform/resolvers/yup';
import { useActorRef, useSelector } from '@xstate/react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { fromPromise } from 'xstate';
import { type Adjustment, adjustmentStateBadges, type InvoiceAdjustmentBody } from '../../../../contract/entities/adjustment.ts';
import type { InvoiceLookup } from '../../../../contract/entities/invoice.ts';
import { fullName } from '../../../../contract/entities/user.ts';
import { type AdjustmentForm, adjustmentForm } from '../../../../contract/forms/adjustment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useApp, useToast, useUser } from '../../../app/context.ts';
import { adjustmentFormMachine, type Saving, type Voiding } from '../../../machines/adjustments/adjustmentForm.machine.ts';
import type { FormSubject } from '../../../machines/adjustments/adjustments.machine.ts';
import { pausedCallMachine } from '../../../machines/support/pausedCall.machine.ts';
import { askUser, confirmWithUser, newId, now } from '../../../services/browser.ts';
import { useFormDraft } from '../../../shared/useFormDraft.ts';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';
import { aboutAdjustment } from './connectAdjustments.ts';
import { useAdjusted } from './useAdjusted.ts';
import type { Adjustments } from './useAdjustments.ts';

const text = messages.adjustmentForm;

const pausedCall = <Sent extends object>(call: (sent: Sent) => Promise<unknown>) =>
  pausedCallMachine.provide({ actors: { call: fromPromise(({ input }) => call(input as Sent)) } });

/** spec 5.02: in this order, and only the first that is wrong is shown. */
const fieldNames = ['adjustment_amount', 'adjustment_reason', 'related_invoice_id'] as const;

const valuesOf = (adjustment: Adjustment | null, prefill: FormSubject['prefill']): AdjustmentForm => ({
  adjustment_amount: adjustment ? adjustment.adjustment_amount.toFixed(2) : '',
  adjustment_reason: adjustment?.adjustment_reason ?? '',
  related_invoice_id: adjustment?.related_invoice_id ?? prefill?.related_invoice_id ?? '',
});

type Options = Readonly<{ subject: FormSubject; live: boolean; adjustments: Adjustments }>;

/** Binds the fields, the form's machine and the service; a provider that keeps no adjustments gets a local object (spec 2.38). */
export const useAdjustmentForm = ({ subject, live, adjustments }: Options) => {
  const { inspect } = useApp();
  const user = useUser();
  const toast = useToast();
  const { service, formEnded, doubt } = adjustments;
  const form = useForm<AdjustmentForm>({
    resolver: yupResolver(adjustmentForm),
    defaultValues: valuesOf(subject.adjustment, subject.prefill),
  });
  const { adjustment, prefill } = subject;
  const draft = useFormDraft(form, adjustment ? `adjustment.${adjustment.id}` : `adjustment.new.${prefill?.commission_id ?? ''}`, {
    version: adjustment?.version,
    beside: () => ({ number: invoiceNumber.current }),
  });
  const chosen = adjustment?.invoice_number ?? prefill?.invoice_number ?? null;
  const invoiceNumber: RefObject<string | null> = useRef(draft.beside ? (draft.beside.number as string | null) : chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once for one opened form.
  const machine = useMemo(() => {
    const local = (id: string | null, body: InvoiceAdjustmentBody): Adjustment => ({
      id: id ?? `temp-${newId()}`,
      commission_id: body.commission_id ?? null,
      adjustment_amount: Number(body.adjustment_amount),
      adjustment_reason: body.adjustment_reason,
      related_invoice_id: body.related_invoice_id,
      ...(invoiceNumber.current === null ? {} : { invoice_number: invoiceNumber.current }),
      created_by: subject.adjustment?.created_by ?? fullName(user),
      created_at: subject.adjustment?.created_at ?? now(),
      updated_at: now(),
    });
    return adjustmentFormMachine.provide({
      actors: {
        saveAdjustment: pausedCall(async ({ edited, key, body }: Saving) =>
          live ? service.save(edited, key, body) : local(edited?.id ?? null, body as InvoiceAdjustmentBody),
        ),
        voidAdjustment: pausedCall(async ({ edited, reason }: Voiding) => (live ? service.remove(edited, reason) : undefined)),
        loadNewest: fromPromise(({ input }) => service.one(input.id)),
      },
      actions: {
        askDiscard: ({ self }) => confirmWithUser(text.confirmDiscard) && self.send({ type: 'close.confirmed' }),
        askDelete: ({ self }) => {
          // A local deletion needs no question: a reload brings back what the server has.
          if (!live) return self.send({ type: 'delete.confirmed', reason: '' });
          // One whose first answer was lost has no row yet.
          const what = subject.adjustment ? aboutAdjustment(subject.adjustment).what : text.thisOne;
          const reason = askUser(fill(messages.adjustments.confirm.void, { what }));
          if (reason !== null) self.send({ type: 'delete.confirmed', reason });
        },
        reportUnanswered: () => doubt(),
        reportSaved: (_, { saved }) => {
          if (!saved) return;
          if (live) toast(saved.state === 'pending' ? messages.adjustments.done.waiting : messages.adjustments.done.saved);
          formEnded({ type: 'form.saved', adjustment: saved });
        },
        reportDeleted: (_, { edited }) => {
          if (!edited) return;
          if (live) toast(messages.adjustments.done.void);
          formEnded({ type: 'form.deleted', id: edited.id });
        },
        reportClosed: ({ context }) => {
          formEnded({ type: 'form.closed' });
          if (context.unsure !== null || context.newest !== null) doubt();
        },
      },
    });
  }, []);
  const edited = adjustment && { id: adjustment.id, version: adjustment.version ?? null };
  const ref = useActorRef(machine, { input: { edited, key: draft.key }, ...(inspect ? { inspect } : {}) });
  const snapshot = useSelector(ref, (each) => each);
  const { newest, fields, error } = snapshot.context;

  const { setError } = form;
  useEffect(() => {
    for (const name of fieldNames) if (fields[name]) setError(name, { message: fields[name] });
  }, [fields, setError]);
  const { errors, isDirty } = form.formState;
  useUnsavedGuard(isDirty && snapshot.hasTag('unsaved'), text.leave);
  const conflicted = snapshot.matches({ open: 'conflicted' });
  const ended = snapshot.matches({ open: 'ended' });
  /** Counts up where the saved invoice takes the place of the typed one. */
  const [taken, countTaken] = useState(0);
  const isEdit = snapshot.context.edited !== null;
  const first = fieldNames.find((name) => errors[name]?.message);
  const commissionId = adjustment?.commission_id ?? prefill?.commission_id ?? null;
  // Asked for only where the invoice has several records: the search names them, else the server says so.
  const [choices, offer] = useState<NonNullable<InvoiceLookup['commissions']>>([]);
  const [typedCommission, typeCommission] = useState('');
  const adjusted = useAdjusted({ adjustment, number: live ? invoiceNumber.current : null, lookUp: service.lookUp });
  // Another invoice is another record.
  const isKept = form.watch('related_invoice_id') === (adjustment?.related_invoice_id ?? prefill?.related_invoice_id);
  const adjustedId = typedCommission.trim() || (isKept ? commissionId : null);
  const commissionError = fields.commission_id ?? null;
  return {
    form,
    invoiceText: invoiceNumber,
    taken,
    commissionId,
    adjusted: adjusted.of(adjustedId, form.watch('adjustment_amount')),
    isEdit,
    mayDelete: isEdit && !ended && (newest ?? adjustment)?.actions?.includes('void') !== false,
    /** spec 2.38: only a server that stores adjustments keeps a void one in the list. */
    deletion: live ? text.deletion.live : text.deletion.local,
    busy: snapshot.hasTag('busy'),
    saving: snapshot.matches('saving'),
    deleting: snapshot.matches('deleting'),
    conflicted,
    ended: ended && newest?.state ? fill(text.ended, { state: adjustmentStateBadges[newest.state].label.toLowerCase() }) : null,
    rests: ended,
    /** What a field says itself is not said twice. */
    error: commissionError !== null || fieldNames.some((name) => fields[name]) ? null : error,
    errorOf: (name: (typeof fieldNames)[number]): string | null => (name === first ? (errors[name]?.message ?? null) : null),
    /** What is saved, where it is not what is typed. */
    theirsOf: (name: (typeof fieldNames)[number]): string | null => {
      if (!newest || (!conflicted && !ended)) return null;
      const theirs = valuesOf(newest, null)[name];
      if (theirs === form.watch(name)) return null;
      return fill(text.theirs, { value: name === 'related_invoice_id' ? (newest.invoice_number ?? theirs) : theirs });
    },
    commission:
      commissionError === null && typedCommission === '' && choices.length === 0
        ? null
        : { value: typedCommission, type: typeCommission, error: commissionError, choices },
    choose: (invoice: InvoiceLookup | null) => {
      invoiceNumber.current = invoice?.invoice_number ?? null;
      form.setValue('related_invoice_id', invoice?.id ?? '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
      adjusted.choose(invoice);
      const records = invoice?.commissions ?? [];
      offer(records);
      typeCommission(records.find(({ id }) => id === commissionId)?.id ?? '');
    },
    submit: form.handleSubmit((values) => {
      // Another invoice is another record: the server finds it.
      const base = newest ?? adjustment;
      const kept = values.related_invoice_id === (base?.related_invoice_id ?? prefill?.related_invoice_id);
      const commission_id = typedCommission.trim() || (kept ? (base?.commission_id ?? commissionId) : null);
      ref.send({ type: 'form.submit', body: { ...values, ...(commission_id === null ? {} : { commission_id }) } });
    }),
    remove: () => ref.send({ type: 'delete.ask' }),
    takeNewest: () => {
      if (!newest) return;
      invoiceNumber.current = newest.invoice_number ?? null;
      form.reset(valuesOf(newest, null));
      offer([]);
      typeCommission('');
      countTaken(taken + 1);
      ref.send({ type: 'newest.take' });
    },
    close: () => ref.send({ type: 'close.ask', dirty: isDirty }),
  };
};
