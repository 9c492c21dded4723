import { type Static, Type } from 'typebox';
import { Id, Money, nullable, Rate } from './common.ts';

/** spec 3.10 */
export const TeamMemberPerformance = Type.Object({
  quota_amount: Money,
  total_sales: Money,
  total_commission: Money,
  deals_closed: Type.Integer(),
});
export type TeamMemberPerformance = Static<typeof TeamMemberPerformance>;

/** spec 3.11 */
export const PersonalPerformance = Type.Object({
  user_id: Id,
  period: Type.String(),
  total_sales: Money,
  total_commission: Money,
  quota_amount: Money,
  quota_attainment: nullable(Rate),
  deals_closed: Type.Integer(),
  average_deal_size: Money,
  conversion_rate: nullable(Rate),
});
export type PersonalPerformance = Static<typeof PersonalPerformance>;

/** spec 3.12 */
export const PipelineStage = Type.Object({ stage: Type.String(), count: Type.Integer(), value: Money, probability: Rate });
export type PipelineStage = Static<typeof PipelineStage>;
