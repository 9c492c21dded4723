import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { assign, fromPromise } from 'xstate';
import type { Payment, PaymentSummary } from '../../../contract/entities/payment.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useFeature, useToast, useToday } from '../../app/context.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { rowActionOf } from '../../machines/lists/rowAction.machine.ts';
import { answerMachine } from '../../machines/support/answer.machine.ts';
import { toFailureMessage } from '../../machines/support/failure.ts';
import type { Http } from '../../services/http.ts';
import { readAllPages } from '../../services/pages.ts';
import { createPayments, type PaymentsService } from '../../services/payments.ts';
import { parseList, toSearchQuery } from '../../shared/lists/listInUrl.ts';
import { useList } from '../../shared/lists/useList.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { paymentNames, toPaymentsQuestion } from './paymentNames.ts';

const t = messages.payments;
const rowNames = Object.values(paymentNames.rows ?? {});
const defaultSort = { key: 'payment_date', direction: 'desc' } as const;

/** A step of a payment that needs no input. */
export type ConfirmedPaymentStep = Readonly<{ payment: Payment; kind: 'approve' | 'complete' | 'retry' }>;

/** Not connected (spec 1.02, 7.36): choices and buttons have no effect. */
const sampleService = (http: Http): PaymentsService => ({
  ...createPayments(http),
  page: async (request) => (await import('./sample.ts')).samplePaymentsPage(request),
  totals: async (question) => (await import('./sample.ts')).samplePaymentsPage({ question, cursor: null, limit: 1 }),
  one: async (id) => {
    const payment = (await import('./sample.ts')).samplePayment(id);
    if (!payment) throw { status: 404, data: { message: t.oneFailed } };
    return payment;
  },
  choices: async () => [],
  openOf: async () => ({ data: [], unapplied: 0 }),
});

/** Connects the list of payments to its source: the server, or the specified sample without the feature (decisions 1.02). */
export const usePayments = () => {
  const { http } = useApp();
  const toast = useToast();
  const today = useToday();
  const isLive = useFeature('payments');
  const service = useMemo(() => (isLive ? createPayments(http) : sampleService(http)), [http, isLive]);
  const machine = useMemo(() => {
    const loadPage = fromPromise(({ input }: { input: Parameters<typeof service.page>[0] }) =>
      service.page({ ...input, question: toPaymentsQuestion(input.question, today) }),
    );
    const pages = cursorPagesOf<Payment, PaymentSummary>().provide({ actors: { loadPage } });
    const totals = answerMachine.provide({
      actors: { loadAnswer: fromPromise(({ input }) => service.totals(toPaymentsQuestion(input, today))) },
    });
    const save = async ({ payment, kind }: ConfirmedPaymentStep): Promise<null> => {
      const updated = await service.step(payment, kind);
      toast(fill(t.done[kind], { name: updated.id }));
      return null;
    };
    const rowAction = rowActionOf<ConfirmedPaymentStep>().provide({
      actors: {
        askAction: fromPromise(async (): Promise<string | null> => ''),
        saveAction: fromPromise(({ input: { action } }) => save(action)),
      },
      actions: { setError: assign((_, { error }) => ({ error: toFailureMessage({ error, fallback: t.stepFailed }) })) },
    });
    return listOf<Payment, PaymentSummary, ConfirmedPaymentStep>().provide({ actors: { pages, rowAction, totals } });
  }, [service, toast, today]);
  const search = useSearch();
  const ref = useMachineRef(machine, {
    ...parseList(search, paymentNames),
    sort: parseList(search, paymentNames).sort ?? defaultSort,
    defaultSort,
    sorts: 'all',
    pageSize: limits.payments.pageSize,
    fallback: t.failed,
  });
  const list = useList<Payment, PaymentSummary, ConfirmedPaymentStep>(ref, { names: paymentNames });
  useQueryInUrl({ question: toSearchQuery(list.address), search, follow: list.follow, bare: true, rowNames });
  return {
    ...list,
    service,
    isLive,
    run: (action: ConfirmedPaymentStep) => {
      if (isLive) ref.send({ type: 'action.choose', action });
    },
    /** Opens another dialog for the same payment. */
    show: (id: string, pane: string) => {
      list.act.close();
      list.act.open(id, pane);
    },
    readAll: () => readAllPages(service.page, toPaymentsQuestion(list.question, today)),
  };
};
export type Payments = ReturnType<typeof usePayments>;
