import { useActorRef, useSelector } from '@xstate/react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { fromPromise } from 'xstate';
import { type Adjustment, adjustmentStateBadges, type InvoiceAdjustmentBody } from '../../../../contract/entities/adjustment.ts';
import type { InvoiceLookup } from '../../../../contract/entities/invoice.ts';
import { fullName } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useApp, useFeature, useToast, useToday, useUser } from '../../../app/context.ts';
import {
  type AdjustmentSubject,
  adjustmentFormMachine,
  type SaveAdjustmentInput,
  type VoidAdjustmentInput,
} from '../../../machines/adjustments/adjustmentForm.machine.ts';
import type { FormSubject } from '../../../machines/adjustments/adjustments.machine.ts';
import { pausedCallMachine } from '../../../machines/support/pausedCall.machine.ts';
import { askUser, confirmWithUser, newId, now } from '../../../services/browser.ts';
import { useFormDraft } from '../../../shared/useFormDraft.ts';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';
import {
  type AdjustmentField,
  type AdjustmentValues,
  adjustmentFieldsBySubject,
  getSubject,
  resolverFor,
  savedText,
  toBody,
  toValues,
} from './adjustmentFields.ts';
import { describeAdjustment } from './connectAdjustments.ts';
import { useAdjustedMonth, useAdjustedRecord } from './useAdjusted.ts';
import type { Adjustments } from './useAdjustments.ts';

const t = messages.adjustmentFormText;

const providePausedCall = <Sent extends object>(call: (sent: Sent) => Promise<unknown>) =>
  pausedCallMachine.provide({ actors: { call: fromPromise(({ input }) => call(input as Sent)) } });

type Options = Readonly<{ subject: FormSubject; live: boolean; adjustments: Adjustments }>;

type RecordChoice = NonNullable<InvoiceLookup['commissions']>[number];

/** The chosen record of an invoice that has several: offered by the search, or typed after the server's error. */
const useRecordChoice = (commissionId: string | null) => {
  const [choices, setChoices] = useState<readonly RecordChoice[]>([]);
  const [value, setValue] = useState('');
  return {
    typed: value.trim(),
    offer: (records: readonly RecordChoice[]) => {
      setChoices(records);
      setValue(records.find(({ id }) => id === commissionId)?.id ?? '');
    },
    /** Null if the invoice decides the record. */
    fieldWith: (error: string | null) =>
      error === null && value === '' && choices.length === 0 ? null : { value, type: setValue, error, choices },
  };
};

/** Provides the machine with its services and callbacks, once per opened form. */
const useFormMachine = ({ subject, live, adjustments }: Options, invoiceNumber: RefObject<string | null>) => {
  const user = useUser();
  const toast = useToast();
  const { service, formEnded, reloadAll } = adjustments;
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once per opened form.
  return useMemo(() => {
    const toLocalAdjustment = (id: string | null, body: InvoiceAdjustmentBody): Adjustment => ({
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
        saveAdjustment: providePausedCall(async ({ edited, key, body }: SaveAdjustmentInput) =>
          live ? service.save(edited, key, body) : toLocalAdjustment(edited?.id ?? null, body as InvoiceAdjustmentBody),
        ),
        voidAdjustment: providePausedCall(async ({ edited, reason }: VoidAdjustmentInput) =>
          live ? service.remove(edited, reason) : undefined,
        ),
        loadNewest: fromPromise(({ input }) => service.one(input.id)),
      },
      actions: {
        askDiscard: ({ self }) => confirmWithUser(t.confirmDiscard) && self.send({ type: 'close.confirmed' }),
        askDelete: ({ self }) => {
          // A local deletion needs no confirmation: reloading restores the server's rows.
          if (!live) return self.send({ type: 'delete.confirmed', reason: '' });
          // A new adjustment whose first save got no response has no row yet.
          const description = subject.adjustment ? describeAdjustment(subject.adjustment).what : t.thisOne;
          const reason = askUser(fill(messages.adjustments.confirm.void, { what: description }));
          if (reason !== null) self.send({ type: 'delete.confirmed', reason });
        },
        reportUnanswered: () => reloadAll(),
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
          if (context.unanswered !== null || context.newest !== null) reloadAll();
        },
      },
    });
  }, []);
};

/** Connects the fields, the form's machine and the service. Adjustments stay local if the provider does not store them (spec 2.38). */
export const useAdjustmentForm = ({ subject, live, adjustments }: Options) => {
  const { inspect } = useApp();
  const { service } = adjustments;
  const { adjustment, prefill } = subject;
  const today = useToday();
  /** The current subject, for callbacks that are not recreated when it changes. */
  const latestSubject = useRef<AdjustmentSubject>(getSubject(adjustment));
  const form = useForm<AdjustmentValues>({
    resolver: resolverFor(() => latestSubject.current),
    defaultValues: toValues(adjustment, prefill, today),
  });
  const draft = useFormDraft(form, adjustment ? `adjustment.${adjustment.id}` : `adjustment.new.${prefill?.commission_id ?? ''}`, {
    version: adjustment?.version,
    beside: () => ({ number: invoiceNumber.current, subject: latestSubject.current }),
  });
  const initialNumber = adjustment?.invoice_number ?? prefill?.invoice_number ?? null;
  const invoiceNumber: RefObject<string | null> = useRef(draft.beside ? (draft.beside.number as string | null) : initialNumber);
  const machine = useFormMachine({ subject, live, adjustments }, invoiceNumber);
  const editedRef = adjustment && { id: adjustment.id, version: adjustment.version ?? null };
  // A form opened from a record always belongs to that record.
  const canChooseSubject = useFeature('person-adjustments') && live && adjustment === null && prefill === null;
  const initialSubject = canChooseSubject && draft.beside?.subject === 'person' ? 'person' : getSubject(adjustment);
  const input = { edited: editedRef, key: draft.key, subject: initialSubject, canChooseSubject } as const;
  const ref = useActorRef(machine, { input, ...(inspect ? { inspect } : {}) });
  const snapshot = useSelector(ref, (state) => state);
  const isForPerson = snapshot.matches({ subject: 'forPerson' });
  latestSubject.current = isForPerson ? 'person' : 'invoice';
  const fieldNames = adjustmentFieldsBySubject[latestSubject.current];
  const { newest, fields, error } = snapshot.context;

  const { setError } = form;
  useEffect(() => {
    for (const name of adjustmentFieldsBySubject[latestSubject.current]) if (fields[name]) setError(name, { message: fields[name] });
  }, [fields, setError]);
  const { errors, isDirty } = form.formState;
  useUnsavedGuard(isDirty && snapshot.hasTag('unsaved'), t.leave);
  const isConflicted = snapshot.matches({ form: { open: 'conflicted' } });
  const isEnded = snapshot.matches({ form: { open: 'ended' } });
  const hasOtherValues = isConflicted || isEnded;
  /** Increments when the saved invoice replaces the typed one. */
  const [replacedCount, setReplacedCount] = useState(0);
  const isEdit = snapshot.context.edited !== null;
  const firstInvalid = fieldNames.find((name) => errors[name]?.message);
  const commissionId = adjustment?.commission_id ?? prefill?.commission_id ?? null;
  const record = useRecordChoice(commissionId);
  const adjustedRecord = useAdjustedRecord({ adjustment, number: live ? invoiceNumber.current : null, lookUp: service.lookUp });
  const adjustedMonth = useAdjustedMonth({
    adjustment,
    userId: isForPerson ? form.watch('user_id') : '',
    day: form.watch('effective_date'),
    outlook: service.outlook,
  });
  // A different invoice means a different record.
  const keepsInvoice = form.watch('related_invoice_id') === (adjustment?.related_invoice_id ?? prefill?.related_invoice_id);
  const adjustedId = record.typed || (keepsInvoice ? commissionId : null);
  const commissionError = fields.commission_id ?? null;
  /** The saved value if it differs from the typed one. */
  const getOtherValue = (name: AdjustmentField): string | null => {
    if (!newest || !hasOtherValues) return null;
    const otherValue = toValues(newest, null, today)[name];
    return otherValue === form.watch(name) ? null : fill(t.theirs, { value: savedText(name, newest, otherValue) });
  };
  return {
    form,
    isForPerson,
    /** Null if the subject cannot be chosen. */
    subject: canChooseSubject && !isEdit ? latestSubject.current : null,
    chooseSubject: (next: AdjustmentSubject) => {
      form.clearErrors();
      ref.send({ type: next === 'person' ? 'person.choose' : 'invoice.choose' });
    },
    choosePerson: (id: string) => form.setValue('user_id', id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
    invoiceText: invoiceNumber,
    taken: replacedCount,
    commissionId,
    adjusted: isForPerson
      ? adjustedMonth.adjustedMonthWith(form.watch('adjustment_amount'))
      : adjustedRecord.previewOf(adjustedId, form.watch('adjustment_amount')),
    /** The objectives that a new objective adjustment can refer to. */
    objectives: isForPerson && !isEdit && form.watch('kind') === 'objective' ? adjustedMonth.objectives : [],
    fillIn: (amount: string, reason: string) => {
      const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
      form.setValue('adjustment_amount', amount, options);
      form.setValue('adjustment_reason', reason, options);
    },
    isEdit,
    mayDelete: isEdit && !isEnded && (newest ?? adjustment)?.actions?.includes('void') !== false,
    /** spec 2.38: a void adjustment stays in the list only if the server stores adjustments. */
    deletion: live ? t.deletion.live : t.deletion.local,
    busy: snapshot.hasTag('busy'),
    saving: snapshot.matches({ form: 'saving' }),
    deleting: snapshot.matches({ form: 'deleting' }),
    conflicted: isConflicted,
    ended: isEnded && newest?.state ? fill(t.ended, { state: adjustmentStateBadges[newest.state].label.toLowerCase() }) : null,
    rests: isEnded,
    /** Null if a field already shows its own error. */
    error: commissionError !== null || fieldNames.some((name) => fields[name]) ? null : error,
    errorOf: (name: AdjustmentField): string | null => (name === firstInvalid ? (errors[name]?.message ?? null) : null),
    /** The saved value if it differs from the typed one, otherwise the usual hint. */
    hintOf: (name: AdjustmentField, defaultHint?: string) => {
      const hint = getOtherValue(name) ?? defaultHint;
      return hint === undefined ? {} : { hint };
    },
    commission: record.fieldWith(commissionError),
    choose: (invoice: InvoiceLookup | null) => {
      invoiceNumber.current = invoice?.invoice_number ?? null;
      form.setValue('related_invoice_id', invoice?.id ?? '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
      adjustedRecord.choose(invoice);
      record.offer(invoice?.commissions ?? []);
    },
    submit: form.handleSubmit((values) => {
      // A different invoice means a different record; the server looks it up.
      const base = newest ?? adjustment;
      const isSameInvoice = values.related_invoice_id === (base?.related_invoice_id ?? prefill?.related_invoice_id);
      const commission_id = record.typed || (isSameInvoice ? (base?.commission_id ?? commissionId) : null);
      ref.send({ type: 'form.submit', body: toBody(latestSubject.current, values, commission_id) });
    }),
    remove: () => ref.send({ type: 'delete.ask' }),
    takeNewest: () => {
      if (!newest) return;
      invoiceNumber.current = newest.invoice_number ?? null;
      form.reset(toValues(newest, null, today));
      record.offer([]);
      setReplacedCount(replacedCount + 1);
      ref.send({ type: 'newest.take' });
    },
    close: () => ref.send({ type: 'close.ask', dirty: isDirty }),
  };
};
