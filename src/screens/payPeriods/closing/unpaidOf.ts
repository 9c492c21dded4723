import type { PeriodReview } from '../../../../contract/entities/periodReview.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { formatMoney } from '../../../ui/format.ts';

/** What is due to everybody together and not paid, as it is written. */
export const unpaidOf = ({ people }: Pick<PeriodReview, 'people'>): string =>
  formatMoney(people.reduce((sum, { due }) => sum + toCents(due), 0));
