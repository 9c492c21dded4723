import { type Static, Type } from 'typebox';
import { Id, Instant, Money, nullable, oneOf, Pagination, PlainDate } from './common.ts';

export const adjustmentStates = ['pending', 'approved', 'rejected', 'void'] as const;
export type AdjustmentState = (typeof adjustmentStates)[number];

export const adjustmentStateBadges = {
  pending: { label: 'Waiting for approval', severity: 'warning' },
  approved: { label: 'Approved', severity: 'success' },
  rejected: { label: 'Rejected', severity: 'danger' },
  void: { label: 'Void', severity: 'secondary' },
} as const;

/** decisions 2.25: why a person gets an adjustment that belongs to no invoice. */
export const adjustmentKinds = ['prize', 'objective', 'settlement', 'correction', 'other'] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

export const adjustmentKindLabels: Readonly<Record<AdjustmentKind, Readonly<{ label: string }>>> = {
  prize: { label: 'Prize' },
  objective: { label: 'Objective' },
  settlement: { label: 'Settlement' },
  correction: { label: 'Correction' },
  other: { label: 'Other adjustment' },
};
/** Adjustment kinds that are allowed for people who have left. */
export const kindsAfterLeaving: readonly AdjustmentKind[] = ['settlement', 'correction'];

/** spec 2.36: what the server sorts by. */
export const adjustmentSortFields = ['adjustment_amount', 'adjustment_reason', 'created_by', 'created_at'] as const;
export const adjustmentActions = ['edit', 'void', 'approve', 'reject'] as const;

/** spec 3.07; what is optional is ours. `actions` is what the asker may do with this row now. */
export const Adjustment = Type.Object({
  id: Id,
  commission_id: nullable(Id),
  adjustment_amount: Money,
  adjustment_reason: Type.String(),
  /** Null for a bonus and for one for a person, which belong to no invoice. */
  related_invoice_id: nullable(Id),
  created_by: Type.String(),
  created_at: Instant,
  updated_at: Instant,
  invoice_number: Type.Optional(Type.String()),
  user_id: Type.Optional(Id),
  salesperson_name: Type.Optional(Type.String()),
  owner_manager_id: Type.Optional(nullable(Id)),
  state: Type.Optional(oneOf(adjustmentStates)),
  effective_date: Type.Optional(PlainDate),
  origin: Type.Optional(oneOf(['manual', 'late_fact', 'dispute', 'bonus'])),
  /** Null unless it is for a person. */
  kind: Type.Optional(nullable(oneOf(adjustmentKinds))),
  /** Approved by its own author because nobody else could. */
  self_approved: Type.Optional(Type.Boolean()),
  /** Who last set the amount, the person or the record: not the one who decides. */
  set_by: Type.Optional(Type.String()),
  /** What was said with the decision or the void. */
  decision_reason: Type.Optional(nullable(Type.String())),
  /** It counts in a closed month, so nothing can be done with it. */
  month_closed: Type.Optional(Type.Boolean()),
  /** Both calculations of a late fact, as text for people. */
  calculation: Type.Optional(nullable(Type.Object({ before: Type.String(), after: Type.String() }))),
  version: Type.Optional(Type.Integer()),
  actions: Type.Optional(Type.Array(oneOf(adjustmentActions))),
});
export type Adjustment = Static<typeof Adjustment>;

/** spec 7.21 */
export const AdjustmentPage = Type.Object({ data: Type.Array(Adjustment), pagination: Pagination });
export type AdjustmentPage = Static<typeof AdjustmentPage>;

/** What waits for the asker's decision, in every month. */
export const AdjustmentsWaiting = Type.Object({
  count: Type.Integer(),
  months: Type.Array(Type.Object({ start_date: PlainDate, end_date: PlainDate, count: Type.Integer() })),
});
export type AdjustmentsWaiting = Static<typeof AdjustmentsWaiting>;

/** decisions 2.25: a person's month before an adjustment is made for it. */
export const PersonOutlook = Type.Object({
  person: Type.String(),
  /** Commission and approved adjustments of the month of the effective day. */
  now: Money,
  /** Up to so much counts without a second person. */
  at_once: Money,
});
export type PersonOutlook = Static<typeof PersonOutlook>;

const typedFields = {
  adjustment_amount: Type.Union([Type.String({ maxLength: 64 }), Type.Number()]),
  adjustment_reason: Type.String({ maxLength: 2000 }),
  version: Type.Optional(Type.Integer()),
};

/** decisions 2.10: the amount comes as the text of the form, so that the server answers with the form's own sentences. */
export const InvoiceAdjustmentBody = Type.Object(
  {
    ...typedFields,
    related_invoice_id: Type.String({ maxLength: 64 }),
    commission_id: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
  },
  { additionalProperties: false },
);
/** decisions 2.25: for a person, without an invoice. */
export const PersonAdjustmentBody = Type.Object(
  {
    ...typedFields,
    user_id: Type.String({ maxLength: 64 }),
    effective_date: Type.String({ maxLength: 64 }),
    kind: Type.String({ maxLength: 64 }),
  },
  { additionalProperties: false },
);
export type InvoiceAdjustmentBody = Static<typeof InvoiceAdjustmentBody>;
export const AdjustmentBody = Type.Union([InvoiceAdjustmentBody, PersonAdjustmentBody]);
export type AdjustmentBody = Static<typeof AdjustmentBody>;

/** Label of an adjustment without an invoice: "Prize", "Bonus"; null if it has an invoice. */
export const nameWithoutInvoice = ({ kind, origin }: Pick<Adjustment, 'kind' | 'origin'>): string | null =>
  kind ? adjustmentKindLabels[kind].label : origin === 'bonus' ? 'Bonus' : null;

/** The number of the invoice it belongs to, else its id; what it is called where it belongs to none. */
export const adjustedInvoice = (row: Adjustment): string => row.invoice_number ?? row.related_invoice_id ?? nameWithoutInvoice(row) ?? '—';
