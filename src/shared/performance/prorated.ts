import type { CommissionSummary, QuotaDays } from '../../../contract/entities/commission.ts';
import { fill, messages } from '../../../contract/messages.ts';

/** True if the range covers only a part of the quota period (decisions 2.06). */
export const isCut = (days: QuotaDays): boolean => days.days < days.of;

/** "prorated, 22 of 92 days"; null if the quota is not prorated or the provider does not report it. */
export const formatProrated = (summary: Partial<CommissionSummary> | null): string | null => {
  const days = summary?.quota_days;
  return days && isCut(days) ? fill(messages.quota.prorated, days) : null;
};
