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

/** decisions 2.25: reasons for a person's adjustment without an invoice. */
export const adjustmentKinds = ['prize', 'objective', 'settlement', 'correction', 'other'] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

export const adjustmentKindLabels: Readonly<Record<AdjustmentKind, Readonly<{ label: string }>>> = {
  prize: { label: 'Prize' },
  objective: { label: 'Objective' },
  settlement: { label: 'Settlement' },
  correction: { label: 'Correction' },
  other: { label: 'Other adjustment' },
};
/** Kinds that are allowed for people who have left. */
export const kindsAfterLeaving: readonly AdjustmentKind[] = ['settlement', 'correction'];

/** spec 2.36: fields the server can sort by. */
export const adjustmentSortFields = ['adjustment_amount', 'adjustment_reason', 'created_by', 'created_at'] as const;
export const adjustmentActions = ['edit', 'void', 'approve', 'reject'] as const;

/** spec 3.07; optional fields are our additions. `actions`: available to the requester now. */
export const Adjustment = Type.Object({
  id: Id,
  commission_id: nullable(Id),
  adjustment_amount: Money,
  adjustment_reason: Type.String(),
  /** Null for a bonus and for a person's adjustment, which belong to no invoice. */
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
  /** Only for a person's adjustment without an invoice, else null. */
  kind: Type.Optional(nullable(oneOf(adjustmentKinds))),
  /** True if its author approved it because nobody else could. */
  self_approved: Type.Optional(Type.Boolean()),
  /** The person who last changed the amount, person or record, and so may not decide it. */
  set_by: Type.Optional(Type.String()),
  /** The reason given with the decision or the void. */
  decision_reason: Type.Optional(nullable(Type.String())),
  /** True if it counts in a closed month and can no longer change. */
  month_closed: Type.Optional(Type.Boolean()),
  /** Both calculations of a late fact, as text. */
  calculation: Type.Optional(nullable(Type.Object({ before: Type.String(), after: Type.String() }))),
  version: Type.Optional(Type.Integer()),
  actions: Type.Optional(Type.Array(oneOf(adjustmentActions))),
});
export type Adjustment = Static<typeof Adjustment>;

/** spec 7.21 */
export const AdjustmentPage = Type.Object({ data: Type.Array(Adjustment), pagination: Pagination });
export type AdjustmentPage = Static<typeof AdjustmentPage>;

/** Adjustments of all months that await the requester's decision. */
export const AdjustmentsWaiting = Type.Object({
  count: Type.Integer(),
  months: Type.Array(Type.Object({ start_date: PlainDate, end_date: PlainDate, count: Type.Integer() })),
});
export type AdjustmentsWaiting = Static<typeof AdjustmentsWaiting>;

/** decisions 2.25: a person's month, shown before a new adjustment is entered. */
export const PersonOutlook = Type.Object({
  person: Type.String(),
  /** Commission and approved adjustments in the month of the effective day. */
  now: Money,
  /** The largest amount that needs no second approver. */
  at_once: Money,
  /** The objectives of the person's plan on the effective day; `amount` is paid at 100% achievement. */
  objectives: Type.Optional(Type.Array(Type.Object({ id: Type.String(), name: Type.String(), period: Type.String(), amount: Money }))),
});
export type PersonOutlook = Static<typeof PersonOutlook>;

const typedFields = {
  adjustment_amount: Type.Union([Type.String({ maxLength: 64 }), Type.Number()]),
  adjustment_reason: Type.String({ maxLength: 2000 }),
  version: Type.Optional(Type.Integer()),
};

/** decisions 2.10: the amount is sent as typed, so that the server can answer with the form's own messages. */
export const InvoiceAdjustmentBody = Type.Object(
  {
    ...typedFields,
    related_invoice_id: Type.String({ maxLength: 64 }),
    commission_id: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
  },
  { additionalProperties: false },
);
/** decisions 2.25: an adjustment for a person, without an invoice. */
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
export const labelWithoutInvoice = ({ kind, origin }: Pick<Adjustment, 'kind' | 'origin'>): string | null =>
  kind ? adjustmentKindLabels[kind].label : origin === 'bonus' ? 'Bonus' : null;

/** The invoice number or else the invoice id; without an invoice, the adjustment's own label. */
export const invoiceLabelOf = (row: Adjustment): string => row.invoice_number ?? row.related_invoice_id ?? labelWithoutInvoice(row) ?? '—';
