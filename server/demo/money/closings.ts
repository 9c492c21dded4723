import type { Kysely } from 'kysely';
import { firstDayOfMonth, lastDayOfMonth, monthIndexOf, periodAt, periodLabel, yearOf } from '../../../contract/rules/time/period.ts';
import { periodsRepository } from '../../db/repositories/payPeriods/periods.ts';
import type { Schema } from '../../db/schema/index.ts';
import { hoursAfter, instantOn, toDayNumber, toWorkday } from '../calendar.ts';
import type { HistoryRow } from '../history.ts';

/** Number of months before the current one that are still open. */
const OPEN_MONTHS = 2;
const CLOSED_AFTER_DAYS = 6;

/** Closes past months, each in the following week, as finance would have. @returns the audit rows */
export const closeMonths = async (
  trx: Kysely<Schema>,
  finance: number,
  from: string,
  today: string,
  versionAt: (isoTime: string) => number,
): Promise<HistoryRow[]> => {
  const periods = periodsRepository(trx);
  const rows: HistoryRow[] = [];
  const end = firstDayOfMonth(yearOf(today), monthIndexOf(today) - OPEN_MONTHS);
  for (let start = from; start < end; start = firstDayOfMonth(yearOf(start), monthIndexOf(start) + 1)) {
    const end_date = lastDayOfMonth(yearOf(start), monthIndexOf(start));
    const reviewedAt = instantOn(toWorkday(toDayNumber(end_date) + CLOSED_AFTER_DAYS), rows.length);
    const closedAt = hoursAfter(reviewedAt, 1);
    const period = { start_date: start, end_date, state: 'closed', closed_at: closedAt, closed_by: finance, reason: null } as const;
    const hash = await periods.keep(await periods.save(period), period, versionAt(closedAt), new Date(closedAt));
    const auditFields = { actorId: finance, entity: 'pay_period', entityId: periodLabel(periodAt('month', start)) };
    rows.push({ ...auditFields, at: new Date(reviewedAt), action: 'period.review', before: { state: 'open' }, after: { state: 'review' } });
    rows.push({
      ...auditFields,
      at: new Date(closedAt),
      action: 'period.close',
      before: { state: 'review' },
      after: { state: 'closed', hash },
    });
  }
  return rows;
};
