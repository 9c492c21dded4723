import { type CommissionStatus, commissionStatuses } from '../../../contract/entities/commission.ts';
import { type Day, isDay } from '../../../contract/rules/time/period.ts';
import { invalidCursor, isRowId, readParts, writeParts } from '../shared/cursor.ts';
import type { CommissionQuestion } from './commissionQuestion.ts';

const VERSION = 4;
export type CommissionKey = Readonly<{ booking_date: string; id: number }>;
/** `asOf`: the past day the list shows; null for the current state. */
export type CommissionCursor = Readonly<{ question: CommissionQuestion; asOf: Day | null; after: CommissionKey }>;

/** Encodes the cursor of a commissions list. */
export const writeCursor = ({ question, asOf, after }: CommissionCursor): string => {
  const { start_date, end_date, userId, managerId, status, search } = question;
  return writeParts([VERSION, start_date, end_date, userId, managerId, status, search, asOf, after.booking_date, after.id]);
};

const isStatus = (value: unknown): value is CommissionStatus => commissionStatuses.some((status) => status === value);

/** @throws Problem 400 for a cursor that this server did not create */
export const readCursor = (text: string): CommissionCursor => {
  const [version, start_date, end_date, userId, managerId, status, search, asOf, booking_date, id] = readParts(text, 10);
  if (version !== VERSION || !isDay(start_date) || !isDay(end_date) || !isDay(booking_date) || !isRowId(id)) throw invalidCursor();
  if (userId !== null && !isRowId(userId)) throw invalidCursor();
  if (managerId !== null && !isRowId(managerId)) throw invalidCursor();
  if (status !== null && !isStatus(status)) throw invalidCursor();
  if (search !== null && typeof search !== 'string') throw invalidCursor();
  if (asOf !== null && !isDay(asOf)) throw invalidCursor();
  if (end_date < start_date || booking_date < start_date || booking_date > end_date) throw invalidCursor();
  return { question: { start_date, end_date, userId, managerId, status, search }, asOf, after: { booking_date, id } };
};

/** @throws Problem 400 if the query differs from the one the cursor continues */
export const mustContinue = (cursor: CommissionCursor, question: CommissionQuestion): void => {
  const { question: cursorQuestion } = cursor;
  const same =
    cursorQuestion.start_date === question.start_date &&
    cursorQuestion.end_date === question.end_date &&
    cursorQuestion.userId === question.userId &&
    cursorQuestion.managerId === question.managerId &&
    cursorQuestion.status === question.status &&
    cursorQuestion.search === question.search;
  if (!same) throw invalidCursor();
};
