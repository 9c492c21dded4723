import { type Static, Type } from 'typebox';
import { dealNeeds } from '../rules/deals.ts';
import { Id, Instant, Money, nullable, oneOf, Pagination, PlainDate, Rate } from './common.ts';

export const dealStates = ['open', 'won', 'lost'] as const;
export type DealState = (typeof dealStates)[number];
export const dealStateBadges = {
  open: { label: 'Open', severity: 'info' },
  won: { label: 'Won', severity: 'success' },
  lost: { label: 'Lost', severity: 'secondary' },
} as const;

export const dealActions = ['edit', 'move', 'win', 'lose', 'reopen', 'annotate'] as const;
export type DealAction = (typeof dealActions)[number];
export const dealSortFields = ['expected_close_date', 'name', 'customer_name', 'amount', 'stage_entered_at'] as const;
export type DealSort = (typeof dealSortFields)[number];

/** decisions 2.17. Unknown values are null. `actions`: available to the requester now. */
export const Deal = Type.Object({
  id: Id,
  name: Type.String(),
  customer_name: Type.String(),
  /** Id for the link to the customer's page. */
  customer_id: Type.Optional(nullable(Id)),
  owner_id: nullable(Id),
  owner_name: nullable(Type.String()),
  stage: Type.String(),
  /** True if the stage is neither ours nor a connected CRM's. */
  stage_gone: Type.Boolean(),
  state: oneOf(dealStates),
  amount: nullable(Money),
  probability: nullable(Rate),
  expected_close_date: nullable(PlainDate),
  closed_on: nullable(PlainDate),
  lost_reason: nullable(Type.String()),
  notes: nullable(Type.String()),
  stage_entered_at: Instant,
  /** Whole days in the current stage. */
  stage_days: Type.Integer(),
  stale: Type.Boolean(),
  needs: Type.Array(oneOf(dealNeeds)),
  /** The CRM it comes from; null if it was created here. */
  source: nullable(Type.String()),
  version: Type.Integer(),
  created_at: Instant,
  updated_at: Instant,
  actions: Type.Array(oneOf(dealActions)),
});
export type Deal = Static<typeof Deal>;
export const DealPage = Type.Object({ data: Type.Array(Deal), pagination: Pagination });
export type DealPage = Static<typeof DealPage>;

export const dealMoveKinds = ['created', 'moved', 'won', 'lost', 'reopened'] as const;
/** A move of a deal: `stage` after it, `from` before it; both null if unknown. */
export const DealMove = Type.Object({
  kind: oneOf(dealMoveKinds),
  at: Instant,
  stage: nullable(Type.String()),
  from: nullable(Type.String()),
  /** The person who moved it; null for a CRM, or if unknown. */
  by_name: nullable(Type.String()),
});
export type DealMove = Static<typeof DealMove>;
export const DealMoves = Type.Object({ data: Type.Array(DealMove) });

/** A link of a deal. `removable`: it was set by hand; an invoice created for the deal stays linked. */
export const DealLink = Type.Object({
  kind: oneOf(['event', 'invoice']),
  id: Id,
  label: Type.String(),
  day: nullable(PlainDate),
  amount: nullable(Money),
  removable: Type.Boolean(),
});
export type DealLink = Static<typeof DealLink>;
export const DealLinks = Type.Object({ data: Type.Array(DealLink) });
export const DealLinkBody = Type.Object(
  { kind: oneOf(['event', 'invoice']), id: Type.String({ maxLength: 64, description: 'the id of an event or of an invoice' }) },
  { additionalProperties: false },
);

/** An option in a chooser: an event, an invoice or a customer. */
export const DealChoice = Type.Object({ id: Id, label: Type.String(), day: nullable(PlainDate) });
export type DealChoice = Static<typeof DealChoice>;
export const DealChoices = Type.Object({ data: Type.Array(DealChoice) });

/**
 * spec 3.12; `weighted_value` is our addition: each deal's amount times its probability, to the cent. Amounts are null for those who may
 * not read them (decisions 3.02), `probability` if the stage no longer exists.
 */
export const PipelineStage = Type.Object({
  stage: Type.String(),
  count: Type.Integer(),
  value: nullable(Money),
  probability: nullable(Rate),
  weighted_value: nullable(Money),
  gone: Type.Boolean(),
});
export type PipelineStage = Static<typeof PipelineStage>;

/** Number of deals that ever reached a stage or a later one, including all won deals; the last step is `won`. */
const FunnelStep = Type.Object({ stage: Type.String(), count: Type.Integer() });
export const Pipeline = Type.Object({
  data: Type.Array(PipelineStage),
  summary: Type.Object({
    deal_count: Type.Integer(),
    total_value: nullable(Money),
    weighted_value: nullable(Money),
    /** Excludes deals with missing data; null if no others exist. */
    average_deal_size: nullable(Money),
    needs_data: Type.Integer(),
    stale: Type.Integer(),
  }),
  /** By expected closing month, YYYY-MM; excludes deals with missing data. */
  forecast: Type.Array(
    Type.Object({ month: Type.String(), count: Type.Integer(), value: nullable(Money), weighted_value: nullable(Money) }),
  ),
  /** Open, won and lost deals together, so that no step exceeds the previous one. */
  funnel: Type.Optional(Type.Array(FunnelStep)),
});
export type Pipeline = Static<typeof Pipeline>;

/** The matching open deals: totals by stage, and the first deals of each stage. */
export const DealBoard = Type.Object({ stages: Type.Array(PipelineStage), data: Type.Array(Deal) });
export type DealBoard = Static<typeof DealBoard>;
