import { type Static, Type } from 'typebox';
import { horizons } from '../rules/forecast/liability.ts';
import { receivableAges } from '../rules/forecast/receivables.ts';
import { Id, Money, nullable, oneOf, PlainDate, Rate } from './common.ts';

/** Commission at the end of the current month, quarter or year, if nothing were paid out until then. */
export const ForecastLiability = Type.Object({
  until: oneOf(horizons),
  end_date: PlainDate,
  /** Due today and not paid out. */
  due: Money,
  /** Earned and expected to be released by then. */
  from_records: Money,
  /** Weighted commission of open deals, expected to be earned and released by then. */
  from_deals: Money,
  /** The sum of these three. */
  payable: Money,
  /** Earned by then, and released later or on an unknown day. */
  unreleased: Money,
});
export type ForecastLiability = Static<typeof ForecastLiability>;

const Ages = Type.Object(
  Object.fromEntries(receivableAges.map((age) => [age, Money])) as Record<(typeof receivableAges)[number], typeof Money>,
);
export const ForecastCustomer = Type.Object({
  customer_id: Type.Optional(Id),
  customer_name: Type.String(),
  invoices: Type.Integer(),
  total: Money,
  ages: Ages,
});
export type ForecastCustomer = Static<typeof ForecastCustomer>;

/** The company's forecast (decisions 2.30). */
export const Forecast = Type.Object({
  as_of: PlainDate,
  liability: Type.Array(ForecastLiability),
  /** Open deals that are counted, and those left out because an amount, an owner or a close date is missing. */
  deals: Type.Integer(),
  deals_left_out: Type.Integer(),
  receivables: Type.Object({
    total: Money,
    invoices: Type.Integer(),
    ages: Ages,
    /** The customers who owe most. */
    customers: Type.Array(ForecastCustomer),
  }),
  /** Customer payments not applied to any invoice, and the number of receipts. */
  unapplied: Money,
  unapplied_receipts: Type.Integer(),
  /** True while some figures are being computed, so these may change. */
  computing: Type.Boolean(),
});
export type Forecast = Static<typeof Forecast>;

export const costBreakdowns = ['territory', 'role', 'person', 'product', 'customer_type'] as const;
export type CostBreakdown = (typeof costBreakdowns)[number];

/** `key`: '' for amounts without the breakdown's value; `share`: commission divided by revenue, null without revenue. */
const CostFigures = { commission: Money, revenue: Money, share: nullable(Rate) };
export const CommissionCost = Type.Object({ key: Type.String(), label: nullable(Type.String()), ...CostFigures });
export type CommissionCost = Static<typeof CommissionCost>;
/** Commission as a share of revenue in a range, largest commission first. */
export const CommissionCosts = Type.Object({ total: Type.Object(CostFigures), rows: Type.Array(CommissionCost) });
export type CommissionCosts = Static<typeof CommissionCosts>;
