import { fill, messages } from '../../../contract/messages.ts';
import type { Plan } from '../../../contract/rules/commission/plan.ts';
import { grossLeft, isSettledByCredit, receivedBy, releasedOn } from '../../../contract/rules/commission/release.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import { addDays, type Day, laterDay } from '../../../contract/rules/time/period.ts';
import type { StatementWaitingRow } from '../../db/repositories/statements/statementParts.ts';

/** A record not fully due: the waiting amount, the expected day and the reason. `expected`: null if unknown. */
export type WaitingLine = Readonly<{
  date: Day;
  invoice: string;
  customer: string;
  amount: Cents;
  expected: Day | null;
  why: string;
}>;

const t = messages.statementWaiting;

const expectedOf = (row: StatementWaitingRow, plan: Plan | undefined, today: Day): Pick<WaitingLine, 'expected' | 'why'> => {
  const isHeld = row.held && (row.held_until === null || row.held_until > today);
  if (isHeld) {
    const reason = fill(t.held, { reason: row.hold_reason ?? '' });
    return { expected: row.held_until, why: reason };
  }
  if (!plan) return { expected: null, why: t.noPlan };
  const receipts = row.receipts.map(([on, amount]) => ({ on, amount }));
  const { gross_cents: gross, booking_date } = row.takes_back ?? row;
  const credits = row.credits.map(([on, amount]) => ({ on, amount }));
  const facts = {
    earned: row.earned_cents,
    gross,
    bookingDate: laterDay(booking_date, row.booking_date),
    receipts,
    credits,
    hasPay: row.has_pay,
  };
  if (isSettledByCredit(plan.release, facts, today)) return { expected: null, why: t.settledByCredit };
  const byItself = releasedOn(plan.release, facts, today);
  if (byItself !== null) return { expected: byItself, why: fill(t.waits, { days: plan.release.waitDays }) };
  if (receivedBy(receipts, today) >= grossLeft(facts, today)) return { expected: null, why: t.unknown };
  if (row.due_date === null) return { expected: null, why: t.noDueDate };
  if (row.due_date < today) return { expected: null, why: fill(t.overdue, { day: dayText(row.due_date) }) };
  return { expected: addDays(row.due_date, plan.release.waitDays), why: fill(t.ifPaid, { day: dayText(row.due_date) }) };
};

/** When earned but unreleased commission can be expected (decisions 2.03, 2.13), as of a day. */
export const waitingLine = (row: StatementWaitingRow, plan: Plan | undefined, today: Day): WaitingLine => ({
  date: row.booking_date,
  invoice: row.invoice_number,
  customer: row.customer_name,
  amount: row.earned_cents - row.released_cents,
  ...expectedOf(row, plan, today),
});
