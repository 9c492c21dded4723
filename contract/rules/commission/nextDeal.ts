import type { Projection, ProjectionInputs } from '../../entities/projection.ts';
import type { Cents } from '../money.ts';
import { figuresOf, quotaCreditsOf } from './conditions.ts';
import { plainSale, rateClauseOf } from './matching.ts';
import { type ProjectedPeriod, project } from './project.ts';

type NextDealResult = Readonly<{ commission: number; rate: number; attainment: number | null; next: Projection['next_threshold'] }>;

/** Converts the response to the engine's input. */
const periodOf = ({ plan, range, quota, bookings, closed }: ProjectionInputs): ProjectedPeriod | null =>
  plan && {
    plan,
    start: range.start_date,
    quota,
    bookings,
    extra: [],
    ...(closed ? { closed: { ...closed, months: new Set(closed.months), invoices: new Set(closed.invoices) } } : {}),
  };

/** The commission that one more booking today would earn its owner, computed by the statement's engine; null if no plan applies. */
export const nextDeal = (inputs: ProjectionInputs, net: Cents): NextDealResult | null => {
  const period = periodOf(inputs);
  if (!period) return null;
  const sale = { ...plainSale, territory: inputs.territory ?? null, deal_size: net };
  const rateClause = rateClauseOf(period.plan, sale);
  const figures = figuresOf({ net_cents: net, cost_cents: null, units: null }, null, (amount) => amount);
  const credits = quotaCreditsOf(period.plan, sale, net, figures);
  const extra = [{ label: '', net, bookingDate: inputs.today, plan: period.plan, rateClause, credits }];
  const { rows, after, next_threshold } = project([{ ...period, extra }], false);
  return {
    commission: rows[0]?.commission ?? 0,
    rate: rows[0]?.rate ?? 0,
    attainment: after.quota_attainment,
    next: next_threshold,
  };
};
