import type { PayoutsSummary } from '../../../contract/entities/payout.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { formatMoney } from '../../ui/display/format.ts';

const t = messages.payouts;

/** "In progress: 3 payments of $1,200.00 waiting for approval, 1 payment of $800.00 on the way."; null without any. */
export const inProgressText = (summary: PayoutsSummary): string | null => {
  const parts = (['pending', 'processing'] as const)
    .filter((state) => summary[state].count > 0)
    .map((state) => fill(t.inProgressParts[state], { count: summary[state].count, amount: formatMoney(toCents(summary[state].amount)) }));
  return parts.length === 0 ? null : fill(t.inProgress, { parts: parts.join(', ') });
};
