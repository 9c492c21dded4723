import { messages } from '../../../contract/messages.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { useApp, useFeature } from '../../app/context.ts';
import { createApprovals } from '../../services/approvals.ts';
import { createBank } from '../../services/bank.ts';
import { createInvoices } from '../../services/invoices.ts';
import { createPayments } from '../../services/payments.ts';
import { createPayPeriods } from '../../services/payPeriods.ts';
import { useAnswerTo } from '../../shared/useAnswer.ts';

const firstPage = { question: {}, cursor: null, limit: 1 } as const;

/** Loads the open work of finance; skips the calls that the provider does not offer, and their cards. */
export const useFinanceWork = (today: Day, waiting: number | null) => {
  const { http, getService } = useApp();
  const [hasApprovals, hasPayments, hasBank, hasPeriods] = [
    useFeature('approvals'),
    useFeature('payments'),
    useFeature('bank-matches'),
    useFeature('periods'),
  ];
  const load = async () => {
    const [waiting, payments, transactions, invoices, months] = await Promise.all([
      hasApprovals ? getService(createApprovals).count() : null,
      hasPayments ? createPayments(http).totals({}) : null,
      hasBank ? createBank(http).page(firstPage) : null,
      createInvoices(http).totals({}),
      hasPeriods ? createPayPeriods(http).page() : null,
    ]);
    return {
      waiting,
      pendingPayments: payments?.summary?.pending_count,
      bank: transactions?.summary ?? null,
      unassigned: invoices.summary?.unassigned,
      months: months?.data ?? null,
    };
  };
  return {
    ...useAnswerTo(load, { today, waiting: String(waiting) }, messages.financeWork.failed),
    features: { approvals: hasApprovals, payments: hasPayments, bank: hasBank, periods: hasPeriods },
  };
};
