import { commissionStatuses } from '../../../contract/entities/commission.ts';
import { type Day, isDay } from '../../../contract/rules/time/period.ts';
import { type Cursor, cursorOf, isOneOf, isRowId, isText, nullOr } from '../shared/cursor.ts';
import type { CommissionFilter } from './commissionQuestion.ts';

export type CommissionKey = Readonly<{ booking_date: string; id: number }>;
/** `asOf`: the past day the list shows; null for the current state. */
export type CommissionsCursorFields = CommissionFilter & Readonly<{ asOf: Day | null }>;
export type CommissionCursor = Cursor<CommissionsCursorFields, CommissionKey>;

export const commissionCursor = cursorOf<CommissionsCursorFields, CommissionKey>(
  'commissions-5',
  {
    question: {
      start_date: isDay,
      end_date: isDay,
      userId: nullOr(isRowId),
      managerId: nullOr(isRowId),
      status: nullOr(isOneOf(commissionStatuses)),
      search: nullOr(isText),
      asOf: nullOr(isDay),
    },
    after: { booking_date: isDay, id: isRowId },
  },
  ({ question: { start_date, end_date }, after: { booking_date } }) => start_date <= booking_date && booking_date <= end_date,
);
