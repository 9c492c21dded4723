import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Plan } from '../../../contract/rules/commission/plan.ts';
import { type ReleaseOutlook, releaseOutlooks, unreleasedOf } from '../../../contract/rules/commission/releaseOutlook.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import { addDays, type Day, laterDay } from '../../../contract/rules/time/period.ts';
import type { StatementWaitingRow } from '../../db/repositories/statements/statementParts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { configsAt } from '../plans/config.ts';

/** A part of a record that is not due yet: the amount, the day on which it is expected (`expected`, null if unknown), and the reason. */
export type WaitingLine = Readonly<{
  date: Day;
  invoice: string;
  customer: string;
  amount: Cents;
  expected: Day | null;
  why: string;
}>;

const t = messages.statementWaiting;

/** Statements promise no day after the due day; expected late payments are left to the forecast. */
const expectedOf = (row: StatementWaitingRow, outlook: ReleaseOutlook, today: Day): Pick<WaitingLine, 'expected' | 'why'> => {
  switch (outlook.kind) {
    case 'held':
      return { expected: outlook.until, why: fill(t.held, { reason: row.hold_reason ?? '' }) };
    case 'noPlan':
      return { expected: null, why: t.noPlan };
    case 'settled':
      return { expected: null, why: t.settledByCredit };
    case 'waits':
      return { expected: outlook.on, why: outlook.yearEnd ? t.yearEnd : fill(t.waits, { days: outlook.days }) };
    case 'lapsed':
      return { expected: null, why: fill(t.lapsed, { day: dayText(outlook.since) }) };
    case 'unknown':
      return { expected: null, why: t.unknown };
    case 'unpaid': {
      const { due, waitDays, notBefore = today } = outlook;
      if (due === null) return { expected: null, why: t.noDueDate };
      if (due < today) return { expected: null, why: fill(t.overdue, { day: dayText(due) }) };
      return { expected: laterDay(addDays(due, waitDays), notBefore), why: fill(t.ifPaid, { day: dayText(due) }) };
    }
  }
};

/** When earned but unreleased commission can be expected (decisions 2.03, 2.13), as of a day. */
const waitingLinesOf = (row: StatementWaitingRow, plan: Plan | undefined, today: Day): WaitingLine[] =>
  releaseOutlooks(unreleasedOf(row), plan, row.earned_cents - row.released_cents, today).map(({ amount, outlook }) => ({
    date: row.booking_date,
    invoice: row.invoice_number,
    customer: row.customer_name,
    amount,
    ...expectedOf(row, outlook, today),
  }));

/** A person's unreleased records booked up to a day, oldest first, each with the expected day and reason of every part. */
export const readWaiting = async (
  tx: Pick<Repositories, 'config' | 'statementParts'>,
  userId: number,
  end: Day,
  today: Day,
): Promise<readonly Readonly<{ row: StatementWaitingRow; line: WaitingLine }>[]> => {
  const rows = await tx.statementParts.waiting(userId, end, limits.statementWaiting);
  const configs = await configsAt(
    tx,
    rows.map(({ config_version }) => config_version),
  );
  return rows.flatMap((row) => {
    const plan = configs(row.config_version).config.plans.find(({ id }) => id === row.plan_id);
    return waitingLinesOf(row, plan, today).map((line) => ({ row, line }));
  });
};
