import { paymentSortFields, paymentStates, paymentTypes } from '../../../contract/entities/payment.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { PaymentKey, PaymentsQuestion } from '../../db/repositories/payments/paymentsPage.ts';
import { invalidCursor, isDayOrNull, isDirection, isOneOf, isRowId, isTextOrNull, readParts, writeParts } from '../shared/cursor.ts';

const KIND = 'payments-1';
export type PaymentCursor = Readonly<{ question: PaymentsQuestion; after: PaymentKey }>;

const partsOf = ({ type, state, from, to, person, search, sort, direction }: PaymentsQuestion) => [
  ...[type, state, from, to],
  ...[person, search, sort, direction],
];

/** Encodes the cursor of a payments list. */
export const writePaymentCursor = ({ question, after }: PaymentCursor): string =>
  writeParts([KIND, ...partsOf(question), after.value, after.type, after.id]);

/** Values PostgreSQL accepts for the column's type; any other text would be a database error. */
const values: Readonly<Record<PaymentsQuestion['sort'], (value: string) => boolean>> = {
  payment_date: (value) => isDay(value),
  amount: (value) => /^-?\d{1,15}$/.test(value),
};

/** @throws Problem 400 for a cursor that this server did not create */
export const readPaymentCursor = (text: string): PaymentCursor => {
  const [kind, type, state, from, to, person, search, sort, direction, value, afterType, id] = readParts(text, 12);
  if (kind !== KIND || !isRowId(id) || typeof value !== 'string' || !isOneOf(paymentTypes, afterType)) throw invalidCursor();
  if (type !== null && !isOneOf(paymentTypes, type)) throw invalidCursor();
  if (state !== null && !isOneOf(paymentStates, state)) throw invalidCursor();
  if (!isDayOrNull(from) || !isDayOrNull(to) || !isTextOrNull(search) || (person !== null && !isRowId(person))) throw invalidCursor();
  if (!isOneOf(paymentSortFields, sort) || !isDirection(direction) || !values[sort](value)) throw invalidCursor();
  return { question: { type, state, from, to, person, search, sort, direction }, after: { value, type: afterType, id } };
};

/** @throws Problem 400 if the query differs from the one the cursor continues */
export const mustContinuePayments = ({ question: cursorQuestion }: PaymentCursor, question: PaymentsQuestion): void => {
  if (JSON.stringify(partsOf(cursorQuestion)) !== JSON.stringify(partsOf(question))) throw invalidCursor();
};
