import { Type } from 'typebox';
import { Id, oneOf } from '../../../../contract/entities/common.ts';
import { allocationKinds } from '../../../../contract/entities/payment.ts';

export const PaymentReason = Type.String({ maxLength: 10_000, description: 'why, in a text of at most 500 characters' });

/** The amount is intentionally loose: the form reports what is wrong with it in its own messages. */
export const Allocations = Type.Array(
  Type.Object(
    { kind: oneOf(allocationKinds), id: Id, amount: Type.Unknown({ description: 'a decimal of up to two places' }) },
    { additionalProperties: false },
  ),
  { maxItems: 500, description: 'what it pays' },
);
