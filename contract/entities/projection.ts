import { type Static, Type } from 'typebox';
import type { Plan } from '../rules/commission/plan.ts';
import { Id, Money, nullable, oneOf, PlainDate, Rate } from './common.ts';

/** As `user_id`: everybody whom the asker manages. */
export const TEAM = 'team';

export const ProjectionBody = Type.Object(
  {
    user_id: Type.String({ maxLength: 64 }),
    start_date: PlainDate,
    end_date: PlainDate,
    deal_ids: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 200 }),
    extra: Type.Array(Type.Object({ net_revenue: Type.Number(), booking_date: PlainDate }, { additionalProperties: false }), {
      maxItems: 50,
    }),
    weighted: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type ProjectionBody = Static<typeof ProjectionBody>;

const Totals = Type.Object({ net_revenue: Money, commission: Money, quota_attainment: nullable(Rate), effective_rate: Rate });

/** What would be if these were booked: the same engine as the statement, nothing stored. */
export const Projection = Type.Object({
  before: Totals,
  after: Totals,
  rows: Type.Array(Type.Object({ label: Type.String(), booking_date: PlainDate, net_revenue: Money, commission: Money, rate: Rate })),
  /** The whole quota periods that the totals are of, as people call them: Q4 2026. */
  periods: Type.Array(Type.String()),
  /** The days of those quota periods: that of the person which the asked range's end lies in. */
  range: Type.Object({ start_date: PlainDate, end_date: PlainDate }),
  /** Deals that are expected before or after it, so that they are not booked in it. */
  left_out: Type.Array(Type.Object({ label: Type.String(), expected_close_date: PlainDate, why: oneOf(['before', 'after']) })),
  /**
   * How much more net revenue in `period`, the last of the quota periods, reaches the next rate, and that rate; null on the last tier.
   * `whole`: the rate is then that of the whole period, not of its rest.
   */
  next_threshold: nullable(
    Type.Object({
      missing: Money,
      rate: Rate,
      period: Type.String(),
      quota_period: oneOf(['month', 'quarter', 'year']),
      whole: Type.Boolean(),
    }),
  ),
});
export type Projection = Static<typeof Projection>;

/** An open deal that can be ticked. */
export const OpenDeal = Type.Object({
  id: Id,
  name: Type.String(),
  customer_name: Type.String(),
  stage: Type.String(),
  amount: Money,
  probability: Rate,
  expected_close_date: PlainDate,
});
export type OpenDeal = Static<typeof OpenDeal>;
export const OpenDealList = Type.Object({ data: Type.Array(OpenDeal) });

const Part = Type.Object({ net: Type.Integer(), rate: Rate });
/** What the engine takes of one invoice: money in cents. */
const WireBooking = Type.Object({
  id: Type.Integer(),
  invoiceNumber: Type.String(),
  bookingDate: PlainDate,
  net: Type.Integer(),
  gross: Type.Integer(),
  credit: oneOf(['sale', 'lead', 'override']),
  creditOf: nullable(Type.Integer()),
  original: nullable(
    Type.Object({
      parts: Type.Array(Part),
      amount: Type.Integer(),
      base: Type.Integer(),
      over: Type.Integer(),
      net: Type.Integer(),
    }),
  ),
  settled: Type.Optional(Type.Boolean()),
  rateOverride: nullable(Rate),
  rateClause: Type.Optional(nullable(Type.Integer())),
  excluded: Type.Boolean(),
});

/**
 * The quota period that a person is in, as the engine takes it: what one more booking would earn is then computed where it is asked. Cents.
 * `plan` null: no plan holds today, and nothing would be earned.
 */
export const ProjectionInputs = Type.Object({
  today: PlainDate,
  range: Type.Object({ start_date: PlainDate, end_date: PlainDate }),
  /** A plan of the commission configuration, as `contract/rules/commission/plan.ts` has it. */
  plan: nullable(Type.Unsafe<Plan>({ type: 'object', additionalProperties: true })),
  quota: Type.Integer(),
  /** Which of the plan's `rates` prices a sale of which only the person's territory is known. */
  rate_clause: Type.Optional(nullable(Type.Integer())),
  bookings: Type.Array(WireBooking),
  closed: nullable(
    Type.Object({
      months: Type.Array(PlainDate),
      invoices: Type.Array(Type.Integer()),
      net: Type.Integer(),
      counted: Type.Integer(),
      commission: Type.Integer(),
      quota: Type.Integer(),
    }),
  ),
});
export type ProjectionInputs = Static<typeof ProjectionInputs>;
