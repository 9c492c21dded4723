import { type Static, Type } from 'typebox';
import { ApiError, extended, Id, Instant, Money, nullable, oneOf, Pagination, PlainDate } from './common.ts';

export const planDraftStates = ['draft', 'published', 'archived'] as const;
export type PlanDraftState = (typeof planDraftStates)[number];

/** Available with the feature `plan-drafts`. Versions are those of the configuration; names are null for deleted people. */
export const PlanDraft = Type.Object({
  id: Id,
  name: Type.String(),
  state: oneOf(planDraftStates),
  /** Increases with each change of the text. */
  revision: Type.Integer(),
  /** The version that the draft changes. */
  base_version: Type.Integer(),
  published_version: nullable(Type.Integer()),
  created_by: nullable(Type.String()),
  created_at: Instant,
  changed_by: nullable(Type.String()),
  changed_at: Instant,
  comments: Type.Integer(),
});
export type PlanDraft = Static<typeof PlanDraft>;
/** Newest first. */
export const PlanDraftPage = Type.Object({ data: Type.Array(PlanDraft), pagination: Pagination });
export type PlanDraftPage = Static<typeof PlanDraftPage>;

/** The draft's text, which may be invalid. `edited_by`: who changed the text last; null if nobody did, or for a deleted person. */
export const PlanDraftText = extended(PlanDraft, { commissionsConfig: Type.String(), edited_by: nullable(Type.String()) });
export type PlanDraftText = Static<typeof PlanDraftText>;

const PlansOfVersion = Type.Object({
  version: Type.Integer(),
  commissionsConfig: Type.String(),
  saved_at: Instant,
  saved_by: nullable(Type.String()),
});
/** A draft with the plans that it changes and the plans in use, which are newer if somebody published others since. */
export const PlanDraftDetail = extended(PlanDraftText, { base: PlansOfVersion, in_use: PlansOfVersion });
export type PlanDraftDetail = Static<typeof PlanDraftDetail>;

/** A new draft copies another draft, or the plans in use. */
export const NewPlanDraft = Type.Object({ name: Type.String(), copy_of: Type.Optional(Id) }, { additionalProperties: false });
export type NewPlanDraft = Static<typeof NewPlanDraft>;
/**
 * `revision`: the revision that a new text is based on, or that was compared. `base_version`: the version in use, once the draft was
 * compared with it.
 */
export const PlanDraftChange = Type.Object(
  {
    name: Type.Optional(Type.String()),
    commissionsConfig: Type.Optional(Type.String()),
    revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    base_version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  },
  { additionalProperties: false },
);
export type PlanDraftChange = Static<typeof PlanDraftChange>;
/** 409 for a change based on an older text; `current` is the draft's current state. */
export const PlanDraftConflict = extended(ApiError, { current: Type.Optional(PlanDraftText) });

export const PlanDraftComment = Type.Object({ id: Id, author: nullable(Type.String()), text: Type.String(), created_at: Instant });
export type PlanDraftComment = Static<typeof PlanDraftComment>;
/** Oldest first. */
export const PlanDraftComments = Type.Object({ data: Type.Array(PlanDraftComment) });

/** The error path of a trial whose day is refused. */
export const TRIAL_DAY_PATH = 'effective_date';
/** Change in the amounts due today. A release rule can change them without changing any commission. */
const dueChangeField = { due_change: Type.Optional(Money) };
const TrialAmounts = { records: Type.Integer(), before: Money, after: Money, ...dueChangeField };
/** Sales booked before that day keep the plans in use; null: the draft applies to all open months. */
const trialDayField = { effective_date: nullable(PlainDate) };
/**
 * Everybody's commission of all open months, as recorded and with the draft's plans. `records`: those that would change. `people` has those
 * with the largest changes; `total` has everybody.
 */
export const PlanDraftTrial = Type.Object({
  as_of: Instant,
  ...trialDayField,
  errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
  total: Type.Object(TrialAmounts),
  people: Type.Array(Type.Object({ user_id: Id, name: Type.String(), ...TrialAmounts })),
});
export type PlanDraftTrial = Static<typeof PlanDraftTrial>;

/**
 * A record that the draft would change. `before` null: it is new; `after` null: nobody would be credited. The clauses are those that
 * price it.
 */
export const TriedRecord = Type.Object({
  invoice_number: Type.String(),
  booking_date: PlainDate,
  net_revenue: Money,
  before: nullable(Money),
  after: nullable(Money),
  ...dueChangeField,
  clauses_before: Type.Array(Type.String()),
  clauses_after: Type.Array(Type.String()),
});
export type TriedRecord = Static<typeof TriedRecord>;
/** One person's open months and changed records, those with the largest changes first. */
export const PersonTrial = Type.Object({
  user_id: Id,
  name: Type.String(),
  ...trialDayField,
  errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
  months: Type.Array(Type.Object({ month: PlainDate, ...TrialAmounts })),
  records: Type.Array(TriedRecord),
});
export type PersonTrial = Static<typeof PersonTrial>;
