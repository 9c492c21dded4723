import type { PaymentHabit } from '../../../contract/rules/forecast/liability.ts';
import type { HabitRow } from '../../db/repositories/forecast/forecast.ts';

/** With fewer paid invoices, a customer is assigned the company's habit. */
const MIN_INVOICES = 3;
/** The habit while no invoice has been paid: on the due day, or after the usual term. */
const DEFAULT_HABIT: PaymentHabit = { late: 0, term: 30 };

const toHabit = ({ late, term }: HabitRow, fallback: PaymentHabit): PaymentHabit => ({
  late: late ?? fallback.late,
  term: term ?? fallback.term,
});

/** The median over all customers. */
export const companyHabitOf = (rows: readonly HabitRow[]): PaymentHabit => {
  const everyone = rows.find((row) => row.everyone);
  return everyone ? toHabit(everyone, DEFAULT_HABIT) : DEFAULT_HABIT;
};

/** A customer's habit, or the company's if the customer has too few paid invoices. */
export const createHabitLookup = (rows: readonly HabitRow[]): ((customerId: number | null) => PaymentHabit) => {
  const company = companyHabitOf(rows);
  const habits = new Map(
    rows.filter(({ everyone, invoices }) => !everyone && invoices >= MIN_INVOICES).map((row) => [row.customer_id, toHabit(row, company)]),
  );
  return (customerId) => (customerId === null ? undefined : habits.get(customerId)) ?? company;
};
