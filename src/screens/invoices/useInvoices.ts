import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { assign, fromPromise } from 'xstate';
import type { Invoice, InvoiceSummary } from '../../../contract/entities/invoice.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { useApp, useConfirm, useFeature, useToast, useToday } from '../../app/context.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { rowActionOf } from '../../machines/lists/rowAction.machine.ts';
import { answerMachine } from '../../machines/support/answer.machine.ts';
import { toFailureMessage } from '../../machines/support/failure.ts';
import { saveFile } from '../../services/browser.ts';
import { createInvoices, type InvoicesService } from '../../services/invoices.ts';
import { type PageRequest, readAllPages } from '../../services/pages.ts';
import { parseList, toSearchQuery } from '../../shared/lists/listInUrl.ts';
import { useList } from '../../shared/lists/useList.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { formatMoney } from '../../ui/display/format.ts';
import { useLatest } from '../../ui/support/useLatest.ts';
import { invoiceNames, toInvoicesQuestion } from './invoiceNames.ts';

const t = messages.invoices;
const rowNames = Object.values(invoiceNames.rows ?? {});
const defaultSort = { key: 'booking_date', direction: 'desc' } as const;

/** An action on an invoice that needs no input. */
export type InvoiceStep = Readonly<{ invoice: Invoice; kind: 'cancel' | 'file' }>;
/** The source of invoices: the server, or the specified sample without the feature (decisions 1.02). */
export type InvoicesSource = Pick<InvoicesService, 'page' | 'totals' | 'one' | 'prefill'>;

export const toFileName = ({ invoice_number }: Pick<Invoice, 'invoice_number'>): string =>
  `invoice-${invoice_number.replace(/[^A-Za-z0-9-]+/g, '-')}.pdf`;

const sampleSource: InvoicesSource = {
  page: async (request) => (await import('./sample.ts')).sampleInvoices.page(request),
  totals: async (question) => (await import('./sample.ts')).sampleInvoices.page({ question, cursor: null, limit: 1 }),
  one: async (id) => (await import('./sample.ts')).sampleInvoices.one(id),
  prefill: async () => (await import('./sample.ts')).sampleInvoices.prefill(),
};

/** Connects the list of invoices to its source; filters, search, sort and the open invoice are in the URL. */
export const useInvoices = () => {
  const { http } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const isLive = useFeature('invoices');
  const today = useToday();
  const day = useLatest(today);
  const service = useMemo(() => createInvoices(http), [http]);
  const source: InvoicesSource = isLive ? service : sampleSource;
  const toServerRequest = useMemo(
    () =>
      (pageRequest: PageRequest): PageRequest => ({ ...pageRequest, question: toInvoicesQuestion(pageRequest.question, day.current) }),
    [],
  );
  const machine = useMemo(() => {
    const pages = cursorPagesOf<Invoice, InvoiceSummary>().provide({
      actors: { loadPage: fromPromise(({ input }: { input: PageRequest }) => source.page(toServerRequest(input))) },
    });
    const totals = answerMachine.provide({
      actors: { loadAnswer: fromPromise(({ input }) => source.totals(toInvoicesQuestion(input, day.current))) },
    });
    const runStep = async ({ kind, invoice }: InvoiceStep): Promise<string | null> => {
      if (kind === 'file') return '';
      const doneMessages = {
        number: invoice.invoice_number,
        customer: invoice.customer_name,
        amount: formatMoney(toCents(invoice.gross_amount)),
      };
      const isDraft = invoice.status === 'draft';
      const question = {
        title: fill(t.cancelTitle, doneMessages),
        text: fill(isDraft ? t.cancelDraft : t.cancelText, doneMessages),
        accept: t.cancelYes,
      };
      return (await confirm(question)) ? '' : null;
    };
    const save = async ({ kind, invoice }: InvoiceStep): Promise<null> => {
      if (kind === 'file') saveFile(toFileName(invoice), await service.file(invoice.id));
      else toast(fill(t.done.cancelled, { number: (await service.cancel(invoice)).invoice_number }));
      return null;
    };
    const rowAction = rowActionOf<InvoiceStep>().provide({
      actors: {
        askAction: fromPromise(({ input: { action } }) => runStep(action)),
        saveAction: fromPromise(({ input: { action } }) => save(action)),
      },
      actions: {
        setError: assign(({ context: { action } }, { error }) => ({
          error: toFailureMessage({ error, fallback: action?.kind === 'file' ? t.fileFailed : t.cancelFailed }),
        })),
      },
    });
    return listOf<Invoice, InvoiceSummary, InvoiceStep>().provide({ actors: { pages, rowAction, totals } });
  }, [service, source, toServerRequest, toast, confirm]);
  const search = useSearch();
  const initialList = parseList(search, invoiceNames);
  const ref = useMachineRef(machine, {
    ...initialList,
    sort: initialList.sort ?? defaultSort,
    defaultSort,
    sorts: 'all',
    pageSize: limits.invoices.pageSize,
    fallback: t.failed,
  });
  const list = useList<Invoice, InvoiceSummary, InvoiceStep>(ref, { names: invoiceNames });
  useQueryInUrl({ question: toSearchQuery(list.address), search, follow: list.follow, bare: true, rowNames });
  return {
    ...list,
    isLive,
    service,
    source,
    run: (action: InvoiceStep) => ref.send({ type: 'action.choose', action }),
    /** Opens another dialog for this or another invoice. */
    show: (id: string, pane = '') => {
      list.act.close();
      list.act.open(id, pane);
    },
    readAll: () => readAllPages((pageRequest) => source.page(toServerRequest(pageRequest)), list.question),
  };
};
export type Invoices = ReturnType<typeof useInvoices>;
