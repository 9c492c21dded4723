import type { CommissionSummary, QuotaDays } from '../../../contract/entities/commission.ts';
import { fill, messages } from '../../../contract/messages.ts';

/** The range cuts a quota's period (decisions 2.06). */
export const isCut = (days: QuotaDays): boolean => days.days < days.of;

/** "prorated, 22 of 92 days"; null where the quota is whole, or a provider does not say. */
export const proratedText = (summary: Partial<CommissionSummary> | null): string | null => {
  const days = summary?.quota_days;
  return days && isCut(days) ? fill(messages.quota.prorated, days) : null;
};
