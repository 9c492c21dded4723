import { type CommissionStatus, commissionStatuses } from '../../contract/entities/commission.ts';
import { isDay } from '../../contract/rules/period.ts';
import type { CommissionQuestion } from './commissionQuestion.ts';
import { badRequest, type Problem } from './problem.ts';

const VERSION = 1;
export type CommissionKey = Readonly<{ booking_date: string; id: number }>;
export type CommissionCursor = Readonly<{ question: CommissionQuestion; after: CommissionKey }>;

/**
 * Opaque to the caller. It carries the question, because next pages may send only cursor and limit; it is not signed, because whose
 * rows an actor gets is worked out again at every page.
 */
export const writeCursor = ({ question, after }: CommissionCursor): string => {
  const { start_date, end_date, userId, status } = question;
  return Buffer.from(JSON.stringify([VERSION, start_date, end_date, userId, status, after.booking_date, after.id])).toString('base64url');
};

const invalid = (): Problem =>
  badRequest('cursor_invalid', 'This cursor does not belong to this list. Load the first page again, without a cursor.', 'cursor');
const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
const isStatus = (value: unknown): value is CommissionStatus => commissionStatuses.some((status) => status === value);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw invalid();
  }
};

/** @throws Problem 400 for what this server never wrote */
export const readCursor = (text: string): CommissionCursor => {
  const parts = parse(text);
  if (!Array.isArray(parts) || parts.length !== 7) throw invalid();
  const [version, start_date, end_date, userId, status, booking_date, id] = parts as unknown[];
  if (version !== VERSION || !isDay(start_date) || !isDay(end_date) || !isDay(booking_date) || !isId(id)) throw invalid();
  if (userId !== null && !isId(userId)) throw invalid();
  if (status !== null && !isStatus(status)) throw invalid();
  if (end_date < start_date || booking_date < start_date || booking_date > end_date) throw invalid();
  return { question: { start_date, end_date, userId, status }, after: { booking_date, id } };
};

/** @throws Problem 400 where the query asks something else than the cursor continues */
export const mustContinue = (cursor: CommissionCursor, question: CommissionQuestion): void => {
  const { question: asked } = cursor;
  const same =
    asked.start_date === question.start_date &&
    asked.end_date === question.end_date &&
    asked.userId === question.userId &&
    asked.status === question.status;
  if (!same) throw invalid();
};
