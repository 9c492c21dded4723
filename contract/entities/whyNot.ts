import { type Static, Type } from 'typebox';
import { Id, nullable, oneOf, PlainDate } from './common.ts';
import { TraceRef } from './explanation.ts';

/** `arrived`: an invoice that has no salesperson yet. The reader learns nothing else about it, so its id is the typed number. */
export const whyNotKinds = ['invoice', 'arrived', 'deal', 'event', 'row'] as const;
export const whyNotCodes = [
  'listed',
  'draft',
  'cancelled',
  'unassigned',
  'owner',
  'before_books',
  'memo_without_record',
  'outside',
  'not_employed',
  'not_selling',
  'no_plan',
  'excluded',
  'computing',
  'not_paid',
  'settled_by_credit',
  'not_won',
  'not_invoiced',
  'quarantined',
] as const;
export type WhyNotCode = (typeof whyNotCodes)[number];

/** A reason why an item is missing, and who can change that. `ref` links to its page, in the month of `day`. */
const Reason = Type.Object({
  code: oneOf(whyNotCodes),
  sentence: Type.String(),
  who: Type.String(),
  ref: Type.Optional(TraceRef),
  day: Type.Optional(PlainDate),
});
export type WhyNotReason = Static<typeof Reason>;

/** An expected item, found by number, customer or link. A `row` is a file row in quarantine. */
const WhyNotMatch = Type.Object({ kind: oneOf(whyNotKinds), id: Id, title: Type.String(), reasons: Type.Array(Reason) });
export type WhyNotFound = Static<typeof WhyNotMatch>;

/** Why items are not on a statement. Empty `data`: nothing visible to the reader matches. `more`: not all matches are listed. */
export const WhyNot = Type.Object({
  asked: Type.String(),
  person: nullable(Type.String()),
  data: Type.Array(WhyNotMatch),
  more: Type.Boolean(),
});
export type WhyNot = Static<typeof WhyNot>;
