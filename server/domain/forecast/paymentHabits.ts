import type { PaymentHabit } from '../../../contract/rules/forecast/liability.ts';
import type { HabitRow } from '../../db/repositories/forecast/forecast.ts';

/** With fewer paid invoices, a customer is assigned the company's habit. */
const MIN_INVOICES = 3;
/** The habit while no invoice has been paid: on the due day, or after the usual term. */
const UNKNOWN: PaymentHabit = { late: 0, term: 30 };

const toHabit = ({ late, term }: HabitRow, other: PaymentHabit): PaymentHabit => ({ late: late ?? other.late, term: term ?? other.term });

/** The median over all customers. */
export const companyHabit = (rows: readonly HabitRow[]): PaymentHabit => {
  const everyone = rows.find((row) => row.everyone);
  return everyone ? toHabit(everyone, UNKNOWN) : UNKNOWN;
};

/** A customer's habit, or the company's if the customer has too few paid invoices. */
export const habitsBy = (rows: readonly HabitRow[]): ((customerId: number | null) => PaymentHabit) => {
  const company = companyHabit(rows);
  const known = new Map(
    rows.filter(({ everyone, invoices }) => !everyone && invoices >= MIN_INVOICES).map((row) => [row.customer_id, toHabit(row, company)]),
  );
  return (customerId) => (customerId === null ? undefined : known.get(customerId)) ?? company;
};
