import type { CommissionCosts, CostBreakdown } from '../../../contract/entities/forecast.ts';
import { type Cents, fromCents } from '../../../contract/rules/money.ts';
import { readRange } from '../commissions/commissionQuestion.ts';
import type { Services } from '../shared/services.ts';

type CostQuery = Readonly<{ start_date?: string; end_date?: string; by?: CostBreakdown }>;

const figuresOf = ({ commission, revenue }: Readonly<{ commission: Cents; revenue: Cents }>) => ({
  commission: fromCents(commission),
  revenue: fromCents(revenue),
  share: revenue > 0 ? commission / revenue : null,
});

/** decisions 2.30: commission as a share of revenue, by territory unless asked otherwise. @throws Problem 400 */
export const readCosts = async (
  { store }: Pick<Services, 'store'>,
  { start_date, end_date, by = 'territory' }: CostQuery,
): Promise<CommissionCosts> => {
  const rows = await store.commissionCosts.costs(by, readRange(start_date, end_date));
  const sum = (key: 'commission' | 'revenue'): Cents => rows.reduce((total, row) => total + row[key], 0);
  return {
    total: figuresOf({ commission: sum('commission'), revenue: sum('revenue') }),
    rows: rows.map(({ key, label, ...cents }) => ({ key, label, ...figuresOf(cents) })),
  };
};
