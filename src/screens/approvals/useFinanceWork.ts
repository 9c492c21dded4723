import { messages } from '../../../contract/messages.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { useApp, useFeature } from '../../app/context.ts';
import { createApprovals } from '../../services/approvals.ts';
import { createBank } from '../../services/bank.ts';
import { createInvoices } from '../../services/invoices.ts';
import { createPayPeriods } from '../../services/payPeriods.ts';
import { useAnswerTo } from '../../shared/useAnswer.ts';

const first = { question: {}, cursor: null, limit: 1 } as const;

/** Loads the open work of finance; skips the calls that the provider does not offer, and their cards. */
export const useFinanceWork = (today: Day, waiting: number | null) => {
  const { http, getService } = useApp();
  const [approvals, bank, periods] = [useFeature('approvals'), useFeature('bank-matches'), useFeature('periods')];
  const load = async () => {
    const [waiting, transactions, invoices, months] = await Promise.all([
      approvals ? getService(createApprovals).count() : null,
      bank ? createBank(http).page(first) : null,
      createInvoices(http).page(first),
      periods ? createPayPeriods(http).page() : null,
    ]);
    return { waiting, bank: transactions?.summary ?? null, unassigned: invoices.summary?.unassigned, months: months?.data ?? null };
  };
  return { ...useAnswerTo(load, { today, waiting: String(waiting) }, messages.financeWork.failed), features: { approvals, bank, periods } };
};
