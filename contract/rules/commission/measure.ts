import { type Cents, PPM, roundRatio } from '../money.ts';
import type { Measure } from './plan.ts';

/** Net revenue and cost of an invoice, cents; the cost is null if it is unknown. */
type NetAndCost = Readonly<{ net_cents: Cents; cost_cents: Cents | null }>;

/** Net revenue less cost. A loss counts as zero, and so does an invoice whose cost is not entered yet. */
const grossProfitOf = ({ net_cents: net, cost_cents: cost }: NetAndCost): Cents => (cost === null ? 0 : Math.max(0, net - cost));

/**
 * The amount of an invoice that a plan with this measure pays on.
 * @param original of a credit memo, which reverses the measure in proportion to the net revenue
 */
export const measureOf = (measure: Measure, invoice: NetAndCost, original: NetAndCost | null): Cents => {
  if (measure === 'net_revenue') return invoice.net_cents;
  if (original === null) return grossProfitOf(invoice);
  if (original.net_cents === 0) return 0;
  const signedNet = BigInt(invoice.net_cents) * BigInt(Math.sign(original.net_cents));
  return roundRatio(BigInt(grossProfitOf(original)) * signedNet, BigInt(Math.abs(original.net_cents)));
};

/** The discount as a fraction of the list price, below zero for a surcharge; null if it is unknown. */
export const discountOf = ({
  net_cents: net,
  list_cents: list,
}: Readonly<{ net_cents: Cents; list_cents: Cents | null }>): number | null =>
  list === null || list <= 0 ? null : Math.round(((list - net) / list) * PPM) / PPM;

/** Gross profit as a fraction of net revenue, below zero for a loss; null if it is unknown. */
export const marginOf = ({ net_cents: net, cost_cents: cost }: NetAndCost): number | null =>
  cost === null || net <= 0 ? null : Math.round(((net - cost) / net) * PPM) / PPM;
