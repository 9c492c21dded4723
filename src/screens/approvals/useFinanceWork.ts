import { messages } from '../../../contract/messages.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { useApp, useFeature } from '../../app/context.ts';
import { createApprovals } from '../../services/approvals.ts';
import { createBank } from '../../services/bank.ts';
import { createInvoices } from '../../services/invoices.ts';
import { createPayPeriods } from '../../services/payPeriods.ts';
import { useAnswerTo } from '../../shared/useAnswer.ts';

const firstPage = { question: {}, cursor: null, limit: 1 } as const;

/** Loads the open work of finance; skips the calls that the provider does not offer, and their cards. */
export const useFinanceWork = (today: Day, waiting: number | null) => {
  const { http, getService } = useApp();
  const [hasApprovals, hasBank, hasPeriods] = [useFeature('approvals'), useFeature('bank-matches'), useFeature('periods')];
  const load = async () => {
    const [waiting, transactions, invoices, months] = await Promise.all([
      hasApprovals ? getService(createApprovals).count() : null,
      hasBank ? createBank(http).page(firstPage) : null,
      createInvoices(http).totals({}),
      hasPeriods ? createPayPeriods(http).page() : null,
    ]);
    return { waiting, bank: transactions?.summary ?? null, unassigned: invoices.summary?.unassigned, months: months?.data ?? null };
  };
  return {
    ...useAnswerTo(load, { today, waiting: String(waiting) }, messages.financeWork.failed),
    features: { approvals: hasApprovals, bank: hasBank, periods: hasPeriods },
  };
};
