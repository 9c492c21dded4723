import { paymentSortFields, paymentStates, paymentTypes } from '../../../contract/entities/payment.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { PaymentKey, PaymentsListFilter } from '../../db/repositories/payments/paymentsPage.ts';
import { cursorOf, isAmountText, isBoolean, isDirection, isOneOf, isRowId, isText, nullOr } from '../shared/cursor.ts';

const values: Readonly<Record<PaymentsListFilter['sort'], (value: string) => boolean>> = { payment_date: isDay, amount: isAmountText };

export const paymentCursor = cursorOf<PaymentsListFilter, PaymentKey>(
  'payments-2',
  {
    question: {
      type: nullOr(isOneOf(paymentTypes)),
      unapplied: isBoolean,
      state: nullOr(isOneOf(paymentStates)),
      from: nullOr(isDay),
      to: nullOr(isDay),
      person: nullOr(isRowId),
      search: nullOr(isText),
      sort: isOneOf(paymentSortFields),
      direction: isDirection,
    },
    after: { value: isText, type: isOneOf(paymentTypes), id: isRowId },
  },
  ({ question, after }) => values[question.sort](after.value),
);
