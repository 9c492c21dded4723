import { type Static, Type } from 'typebox';
import type { Plan } from '../rules/commission/plan.ts';
import { Id, Money, nullable, oneOf, PlainDate, Rate } from './common.ts';

/** A value of `user_id`: everybody the requester manages. */
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

/** The result if these deals and amounts were booked. Uses the same engine as statements and stores nothing. */
export const Projection = Type.Object({
  before: Totals,
  after: Totals,
  rows: Type.Array(Type.Object({ label: Type.String(), booking_date: PlainDate, net_revenue: Money, commission: Money, rate: Rate })),
  /** Labels of the whole quota periods covered by the totals, such as Q4 2026. */
  periods: Type.Array(Type.String()),
  /** The days of those quota periods: the person's period that contains the end of the requested range. */
  range: Type.Object({ start_date: PlainDate, end_date: PlainDate }),
  /** Deals expected before or after the range, and therefore not booked in it. */
  left_out: Type.Array(Type.Object({ label: Type.String(), expected_close_date: PlainDate, why: oneOf(['before', 'after']) })),
  /**
   * Net revenue still missing for the next rate in `period`, the last of the quota periods, and that rate; null on the last tier.
   * `whole`: the rate then applies to the whole period, not only to the rest.
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

/** An open deal that can be selected. */
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
/** One invoice as engine input, in cents. */
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
  counts: Type.Optional(Type.Integer()),
  adds: Type.Optional(Type.Record(Type.String(), Type.Number())),
  sold: Type.Optional(Type.Integer()),
  dealAmount: Type.Optional(Type.Integer()),
  excluded: Type.Boolean(),
});

/**
 * Engine input for a person's current quota period, so that the client can compute the earnings of another booking. Cents. `plan` null:
 * no plan applies today, and nothing would be earned.
 */
export const ProjectionInputs = Type.Object({
  today: PlainDate,
  range: Type.Object({ start_date: PlainDate, end_date: PlainDate }),
  /** A plan from the commission configuration, of the type in `contract/rules/commission/plan.ts`. */
  plan: nullable(Type.Unsafe<Plan>({ type: 'object', additionalProperties: true })),
  quota: Type.Integer(),
  /** The person's territory today, on which the plan's `rates` may depend. */
  territory: Type.Optional(nullable(Type.String())),
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
