import { type ReactNode, useId } from 'react';
import type { Invoice, InvoicePrefill } from '../../../../contract/entities/invoice.ts';
import { messages } from '../../../../contract/messages.ts';
import { useApp, useFeature, useToday, useUser } from '../../../app/context.ts';
import { createDeals } from '../../../services/deals.ts';
import { useOwners } from '../../../shared/deals/useOwners.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { RefusedAlert } from '../../../ui/form/RefusedAlert.tsx';
import { dealIdOfNewInvoice } from '../invoiceNames.ts';
import { type BoundInvoiceForm, type InvoicePane, useInvoiceForm } from '../useInvoiceForm.ts';
import type { Invoices } from '../useInvoices.ts';
import { InvoiceFields } from './InvoiceFields.tsx';
import type { InvoiceFieldOptions } from './LineFields.tsx';
import { AssignFields, CreditFields, SendFields } from './ShortForms.tsx';

const t = messages.invoiceFormText;
const FORM_PX = 420;
const MAX_DEALS = 100;
const titles = {
  create: t.createTitle,
  edit: t.editTitle,
  credit: t.creditTitle,
  assign: t.assignTitle,
  send: t.sendTitle,
} as const;
const saveLabels = { create: t.saveDraft, edit: t.save, credit: t.saveCredit, assign: t.saveAssign, send: t.sendNow } as const;
const emptyOptions: InvoiceFieldOptions = [];
const findNoCustomers = async (): Promise<[]> => [];

/** Possible salespeople. The current one stays an option, and "nobody" is offered to roles that see unassigned invoices. */
const usePeople = (invoice: Invoice | null, isEnabled: boolean): InvoiceFieldOptions => {
  const user = useUser();
  const listedOptions = useOwners('invoice:write', isEnabled);
  const id = invoice?.salesperson_id ?? null;
  const isMissing = id !== null && !listedOptions.some(({ value }) => value === id);
  return [
    ...(user.role === 'sales_manager' ? [] : [{ value: '', label: t.nobody }]),
    ...(isMissing ? [{ value: id, label: invoice?.salesperson ?? '' }] : []),
    ...listedOptions,
  ];
};

/** Won deals, latest first; the chosen deal stays an option. */
const useWonDeals = (isEnabled: boolean, chosenDeal: Readonly<{ id: string; name: string }> | null): InvoiceFieldOptions => {
  const { http } = useApp();
  const isLive = useFeature('deals') && isEnabled;
  const question = { state: 'won', sort_field: 'stage_entered_at', sort_direction: 'desc' };
  const { answer } = useAnswer<InvoiceFieldOptions>(
    async () => {
      if (!isLive) return emptyOptions;
      const { data } = await createDeals(http).page({ question, cursor: null, limit: MAX_DEALS });
      return data.map(({ id, name, customer_name }) => ({ value: id, label: `${name} · ${customer_name}` }));
    },
    {},
    '',
  );
  const listedOptions = answer ?? emptyOptions;
  const isMissing = chosenDeal !== null && !listedOptions.some(({ value }) => value === chosenDeal.id);
  return [{ value: '', label: t.noDeal }, ...(isMissing ? [{ value: chosenDeal.id, label: chosenDeal.name }] : []), ...listedOptions];
};

function Buttons({
  binding,
  pane,
  formId,
  isLive,
}: Readonly<{ binding: BoundInvoiceForm; pane: InvoicePane; formId: string; isLive: boolean }>) {
  const offersSend = pane === 'create' || (pane === 'edit' && !binding.isSent);
  const save = (
    <Button
      type="submit"
      form={formId}
      severity={offersSend ? 'secondary' : 'primary'}
      disabled={!isLive || (binding.busy && binding.sends)}
      loading={binding.busy && !binding.sends}
      loadingLabel={t.saving}
    >
      {offersSend ? t.saveDraft : saveLabels[pane]}
    </Button>
  );
  return (
    <>
      <Button severity="secondary" disabled={binding.busy} onClick={binding.close}>
        {messages.cancel}
      </Button>
      {save}
      {offersSend && (
        <Button
          disabled={!isLive || (binding.busy && !binding.sends)}
          loading={binding.busy && binding.sends}
          loadingLabel={t.saving}
          onClick={binding.submitAndSend}
        >
          {pane === 'create' ? t.createSend : t.send}
        </Button>
      )}
    </>
  );
}

type FormProps = Readonly<{ invoices: Invoices; invoice: Invoice | null; prefill: InvoicePrefill | null; pane: InvoicePane }>;

export function InvoiceForm({ invoices, invoice, prefill, pane }: FormProps) {
  const { isLive } = invoices;
  const formId = useId();
  const today = useToday();
  const people = usePeople(invoice, isLive);
  const chosenDeal = prefill?.deal ?? (invoice?.deal_id ? { id: invoice.deal_id, name: invoice.deal_name ?? '' } : null);
  const deals = useWonDeals(isLive && (pane === 'create' || pane === 'edit'), chosenDeal);
  const returnTo = (id: string | null): void => (id === null ? invoices.act.close() : invoices.show(id));
  const binding = useInvoiceForm({
    pane,
    invoice,
    prefill,
    today,
    service: invoices.service,
    onSaved: (savedInvoice) => {
      invoices.act.reload();
      returnTo(savedInvoice.id);
    },
    onClosed: (savedInvoice) => {
      if (savedInvoice) invoices.act.reload();
      returnTo(savedInvoice?.id ?? invoice?.id ?? null);
    },
  });
  return (
    <Dialog
      title={titles[pane]}
      onClose={binding.close}
      dismissible={!binding.busy}
      footer={<Buttons binding={binding} pane={pane} formId={formId} isLive={isLive} />}
    >
      <form id={formId} className="invoice-form" onSubmit={binding.submit} noValidate>
        {!isLive && <Alert severity="info">{messages.invoices.panel.sampleOnly}</Alert>}
        {binding.error !== null && (
          <RefusedAlert conflicted={binding.conflicted} onTakeNewest={binding.takeNewest} mild={binding.conflicted || binding.unsent}>
            {binding.error}
          </RefusedAlert>
        )}
        {pane === 'edit' && binding.isSent && <Alert severity="info">{binding.isConnected ? t.connected : t.sentHint}</Alert>}
        {(pane === 'create' || pane === 'edit') && (
          <InvoiceFields
            binding={binding}
            customers={isLive ? invoices.service.customers : findNoCustomers}
            people={people}
            deals={deals}
            isNew={invoice === null}
          />
        )}
        {pane === 'credit' && invoice && <CreditFields binding={binding} invoice={invoice} />}
        {pane === 'assign' && invoice && (
          <AssignFields binding={binding} invoice={invoice} people={people.filter(({ value }) => value !== '')} />
        )}
        {pane === 'send' && invoice && <SendFields binding={binding} invoice={invoice} />}
      </form>
    </Dialog>
  );
}

type LoadedInvoice = Readonly<{ invoice: Invoice | null; prefill: InvoicePrefill | null }>;

/** Loads the saved invoice first, or the defaults of a new one, so each form starts from current data. */
export default function InvoiceDialog({ invoices, id, pane }: Readonly<{ invoices: Invoices; id: string; pane: string }>) {
  const kind = (pane in titles ? pane : 'edit') as InvoicePane;
  const { source } = invoices;
  const loadInvoice = async (): Promise<LoadedInvoice> =>
    kind === 'create'
      ? { invoice: null, prefill: await source.prefill(dealIdOfNewInvoice(id)) }
      : { invoice: await source.one(id), prefill: null };
  const { answer, error, retry, refused } = useAnswer<LoadedInvoice>(loadInvoice, { id }, messages.invoices.oneFailed);
  if (answer) return <InvoiceForm invoices={invoices} pane={kind} {...answer} />;
  const placeholder: ReactNode =
    error === null ? <Skeleton height={FORM_PX} /> : <Alert onRetry={refused ? undefined : retry}>{error}</Alert>;
  return (
    <Dialog title={titles[kind]} onClose={invoices.act.close}>
      {placeholder}
    </Dialog>
  );
}
