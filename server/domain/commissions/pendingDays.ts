import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import { type DateRange, periodAt } from '../../../contract/rules/time/period.ts';

const lengths = ['month', 'quarter', 'year'] as const;

/** The days whose marks may still change a range's figures: its quota periods, by the longest period of any plan. */
export const pendingDays = ({ plans }: CommissionsConfig, { start_date, end_date }: DateRange): DateRange => {
  const longest = lengths.findLast((length) => plans.some(({ quota }) => quota.period === length)) ?? 'month';
  return { start_date: periodAt(longest, start_date).start_date, end_date: periodAt(longest, end_date).end_date };
};
