import { type TSchema, Type } from 'typebox';
import { ApiError, Id, oneOf } from '../../../../contract/entities/common.ts';
import { allocationKinds, Payment } from '../../../../contract/entities/payment.ts';
import { answers } from '../../plugins/answers.ts';

export const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'the version that was read' });
export const PaymentReason = Type.String({ maxLength: 10_000, description: 'why, in a text of at most 500 characters' });

/** The amount is intentionally loose: the form reports what is wrong with it in its own messages. */
export const Allocations = Type.Array(
  Type.Object(
    { kind: oneOf(allocationKinds), id: Id, amount: Type.Unknown({ description: 'a decimal of up to two places' }) },
    { additionalProperties: false },
  ),
  { maxItems: 500, description: 'what it pays' },
);

/** The error of a refused change: `current` is the stored payment. Here, so that no browser loads it. */
const PaymentProblem = Type.Object({ ...ApiError.properties, current: Type.Optional(Payment) });
export const answersOfChange = <const T extends Record<number, TSchema>>(ok: T) => ({ ...answers(ok), '4xx': PaymentProblem });
