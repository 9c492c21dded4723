import type { CommissionSummary } from '../../../contract/entities/commission.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { centsOf, formatMoney, formatPercent } from '../../ui/display/format.ts';

/** "$12,000.00 more in Q4 2026 and the rest pays 8%."; null if there is no next rate. */
export const nextRateSentence = (summary: Partial<CommissionSummary> | null): string | null => {
  const next = summary?.next_rate;
  if (!next) return null;
  const { missing, period, rate } = next;
  return fill(messages.performance.own.nextRate, { missing: formatMoney(centsOf(missing)), period, rate: formatPercent(rate) });
};
