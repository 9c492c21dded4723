import type { CommissionSummary, QuotaDays } from '../../../contract/entities/commission.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { formatMoney } from '../../ui/display/format.ts';

/** True if the range covers only a part of the quota period (decisions 2.06). */
export const isProrated = (days: QuotaDays): boolean => days.days < days.of;

/**
 * "prorated, 22 of 92 days", or the quota of open sales if closed months keep a different one; null if neither applies.
 */
export const formatProrated = (summary: Partial<CommissionSummary> | null): string | null => {
  const { quota_days: days, pricing_quota: quota } = summary ?? {};
  if (days && isProrated(days)) return fill(messages.quota.prorated, days);
  return typeof quota === 'number' ? fill(messages.quota.pricing, { quota: formatMoney(toCents(quota)) }) : null;
};
