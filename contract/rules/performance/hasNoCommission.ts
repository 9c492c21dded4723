import type { Performance } from '../../entities/performance.ts';
import type { Role } from '../../entities/user.ts';

type Figures = Pick<Performance, 'quota_amount' | 'total_sales'> & Partial<Pick<Performance, 'months'>>;

/** True for someone who sells nothing and is paid nothing, such as an administrator; salespeople always count as paid. */
export const hasNoCommission = (role: Role, { quota_amount, total_sales, months }: Figures): boolean =>
  role !== 'salesperson' &&
  months !== undefined &&
  [quota_amount, total_sales, ...months.map(({ total_commission }) => total_commission)].every((amount) => amount === 0);
