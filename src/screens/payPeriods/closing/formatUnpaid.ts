import type { PeriodReview } from '../../../../contract/entities/periodReview.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { formatMoney } from '../../../ui/display/format.ts';

/** The formatted total due to all people, without amounts paid or in a payment in progress. */
export const formatUnpaid = ({ people }: Pick<PeriodReview, 'people'>): string =>
  formatMoney(people.reduce((sum, { due, under_way }) => sum + Math.max(0, toCents(due) - toCents(under_way)), 0));
