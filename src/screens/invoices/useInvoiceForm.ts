import { yupResolver } from '@hookform/resolvers/yup';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { fromPromise } from 'xstate';
import type { Invoice, InvoicePrefill } from '../../../contract/entities/invoice.ts';
import {
  type AmendableField,
  amendableFields,
  assignForm,
  creditForm,
  invoiceForm,
  sendForm,
  toInvoiceValues,
} from '../../../contract/forms/invoice.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { useToast } from '../../app/context.ts';
import { type EditedInvoice, type InvoiceBody, invoiceFormMachine } from '../../machines/invoices/invoiceForm.machine.ts';
import { confirmWithUser, saveFile } from '../../services/browser.ts';
import type { InvoicesService } from '../../services/invoices.ts';
import { useFormDraft } from '../../shared/useFormDraft.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useUnsavedGuard } from '../../shared/useUnsavedGuard.ts';
import { isMemo } from './invoiceNames.ts';
import { toFileName } from './useInvoices.ts';

const t = messages.invoiceFormText;
const { done } = messages.invoices;
export type InvoicePane = 'create' | 'edit' | 'credit' | 'assign' | 'send';
const formSchemas = { create: invoiceForm, edit: invoiceForm, credit: creditForm, assign: assignForm, send: sendForm } as const;

const toNewValues = ({ invoice_number, booking_date, due_date, deal }: InvoicePrefill): InvoiceBody => {
  const amount = deal?.amount == null ? '' : deal.amount.toFixed(2);
  return {
    ...invoiceForm.getDefault(),
    invoice_number,
    customer_name: deal?.customer_name ?? '',
    customer_email: deal?.customer_email ?? '',
    deal_id: deal?.id ?? '',
    gross_amount: amount,
    net_revenue: amount,
    booking_date,
    due_date,
    salesperson_id: deal?.owner_id ?? '',
    commission_rate: limits.invoices.rateDefault,
  };
};
/** The stored values. Amounts of credit memos are read-only and shown positive. */
const toStoredValues = (invoice: Invoice): InvoiceBody => {
  const { gross_amount, net_revenue } = invoice;
  const values = toInvoiceValues({ ...invoice, gross_amount: Math.abs(gross_amount), net_revenue: Math.abs(net_revenue) });
  return { ...values, commission_rate: values.commission_rate || limits.invoices.rateDefault };
};

const toValues = (pane: InvoicePane, invoice: Invoice | null, prefill: InvoicePrefill | null, today: Day): InvoiceBody => {
  if (pane === 'credit') return { amount: '', booking_date: today, notes: '' };
  if (pane === 'assign') return { salesperson_id: invoice?.salesperson_id ?? '' };
  if (pane === 'send') return { email: invoice?.customer_email ?? '' };
  return invoice ? toStoredValues(invoice) : toNewValues(prefill as InvoicePrefill);
};

type SaveInput = Readonly<{
  pane: InvoicePane;
  /** The editable fields of a sent invoice; null for any other. */
  amendable: readonly AmendableField[] | null;
  edited: EditedInvoice | null;
  body: InvoiceBody;
  key: string;
}>;
/** Checks only the edited fields of a sent invoice, because its source may have set others to values that the form refuses. */
const createResolver = (
  pane: InvoicePane,
  amendable: readonly AmendableField[] | null,
  initialValues: InvoiceBody,
): Resolver<InvoiceBody> => {
  const createYupResolver = (form: object) => yupResolver(form as never) as unknown as Resolver<InvoiceBody>;
  if (pane !== 'edit' || amendable === null) return createYupResolver(formSchemas[pane]);
  return (values, ...resolverArgs) => {
    const editedFields = amendable.filter((name) => name !== 'due_date' || values[name] !== initialValues[name]);
    return createYupResolver(invoiceForm.pick([...editedFields]))(values, ...resolverArgs);
  };
};

const save = (service: InvoicesService, { pane, amendable, edited: target, body, key }: SaveInput): Promise<Invoice> => {
  if (target === null) return service.create(body, key);
  if (pane === 'credit') return service.credit(target, body);
  if (pane === 'assign') return service.assign(target, String(body.salesperson_id));
  if (pane === 'send') return service.send(target, String(body.email));
  if (amendable === null) return service.edit(target, body);
  return service.edit(target, Object.fromEntries(amendable.map((field) => [field, body[field]])));
};

type Options = Readonly<{
  pane: InvoicePane;
  invoice: Invoice | null;
  prefill: InvoicePrefill | null;
  today: Day;
  service: InvoicesService;
  onSaved: (invoice: Invoice) => void;
  onClosed: (savedInvoice: Invoice | null) => void;
}>;

const getDoneText = (pane: InvoicePane, wasSent: boolean, { status, sent_to }: Invoice): string => {
  if (pane === 'credit') return done.credited;
  if (pane === 'assign') return done.assigned;
  if (wasSent) return done.saved;
  if (status === 'draft') return done.draft;
  return sent_to === null ? done.sent : done.mailed;
};

/** Connects the fields, the form's machine and the service. */
export const useInvoiceForm = ({ pane, invoice, prefill, today, service, onSaved, onClosed }: Options) => {
  const toast = useToast();
  const [initialValues] = useState(() => toValues(pane, invoice, prefill, today));
  const isSent = invoice !== null && invoice.status !== 'draft';
  const isConnected = invoice !== null && invoice.source !== null;
  const amendable = isSent ? amendableFields({ connected: isConnected, memo: isMemo(invoice) }) : null;
  const form = useForm<Record<string, string | boolean>>({
    resolver: createResolver(pane, amendable, initialValues),
    defaultValues: initialValues,
  });
  // One idempotency key per opened form: a double click creates one invoice.
  const { key } = useFormDraft(form, `invoice.${pane}.${invoice?.id ?? prefill?.deal?.id ?? ''}`, { version: invoice?.version });
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once per opened form.
  const machine = useMemo(() => {
    const report = (savedInvoice: Invoice): void => {
      const values = { number: savedInvoice.invoice_number, email: savedInvoice.sent_to ?? '', name: savedInvoice.salesperson ?? '' };
      toast(fill(getDoneText(pane, isSent, savedInvoice), values));
      // Without email, the server sent nothing, so the user gets the file (decisions 2.14).
      const getsFile = !isSent && savedInvoice.status !== 'draft' && savedInvoice.sent_to === null;
      if (getsFile)
        service.file(savedInvoice.id).then(
          (file) => saveFile(toFileName(savedInvoice), file),
          () => toast(messages.invoices.fileFailed, 'danger'),
        );
      onSaved(savedInvoice);
    };
    return invoiceFormMachine.provide({
      actors: {
        saveInvoice: fromPromise(({ input: { edited: editedFields, body } }) =>
          save(service, { pane, amendable, edited: editedFields, body, key }),
        ),
        sendInvoice: fromPromise(({ input: { saved: savedInvoice, body } }) =>
          service.send(savedInvoice, String(body.customer_email ?? '')),
        ),
      },
      actions: {
        askDiscard: ({ self: dialog }) => confirmWithUser(t.discard) && dialog.send({ type: 'close.confirmed' }),
        reportSaved: (_, { output }) => report(output),
        reportClosed: (_, { saved: savedInvoice }) => onClosed(savedInvoice),
      },
    });
  }, []);
  const ref = useMachineRef(machine, { edited: invoice && { id: invoice.id, version: invoice.version } });
  const snapshot = useSelector(ref, (state) => state);
  const { newest, saved: savedInvoice, fields, error } = snapshot.context;
  const { setError, reset } = form;
  useEffect(() => {
    for (const [name, message] of Object.entries(fields)) setError(name, { message });
  }, [fields, setError]);
  // The draft was saved as typed, so closing the form loses nothing.
  useEffect(() => {
    if (savedInvoice) reset(toStoredValues(savedInvoice));
  }, [savedInvoice, reset]);
  const { errors, isDirty } = form.formState;
  // The dialog has its own URL, so Back closes it.
  useUnsavedGuard(isDirty && snapshot.hasTag('unsaved'), t.leave, true);
  const submit = (shouldSend: boolean) => form.handleSubmit((body) => ref.send({ type: 'form.submit', body, sends: shouldSend }));
  return {
    form,
    busy: snapshot.hasTag('busy'),
    /** True if Send was pressed rather than Save. */
    sends: snapshot.matches({ saving: 'toSend' }) || snapshot.matches('sending'),
    conflicted: snapshot.matches({ open: 'conflicted' }),
    unsent: snapshot.matches({ open: 'unsent' }),
    /** True for a sent invoice: only some fields may change. */
    isSent,
    isFrozen: (name: string): boolean => pane === 'edit' && amendable !== null && !amendable.some((field) => field === name),
    isConnected,
    /** Null if a field already shows its own error. */
    error: Object.keys(fields).some((name) => name in form.getValues()) ? null : error,
    errorOf: (name: string): string | null => errors[name]?.message?.toString() ?? null,
    /** True if the customer name is unknown to the server. */
    asksNewCustomer: errors.customer_name?.message === t.customerUnknown || form.watch('new_customer') === true,
    submit: submit(false),
    submitAndSend: submit(true),
    takeNewest: () => {
      form.reset(toValues(pane, newest, prefill, today));
      ref.send({ type: 'newest.take' });
    },
    close: () => ref.send({ type: 'close.ask', dirty: isDirty }),
  };
};
export type BoundInvoiceForm = ReturnType<typeof useInvoiceForm>;
