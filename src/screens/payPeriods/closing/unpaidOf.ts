import type { PeriodReview } from '../../../../contract/entities/periodReview.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { formatMoney } from '../../../ui/display/format.ts';

/** What is due to everybody together and neither paid nor in a payment under way, as it is written. */
export const unpaidOf = ({ people }: Pick<PeriodReview, 'people'>): string =>
  formatMoney(people.reduce((sum, { due, under_way }) => sum + Math.max(0, toCents(due) - toCents(under_way)), 0));
