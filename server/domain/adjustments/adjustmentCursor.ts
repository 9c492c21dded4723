import { adjustmentSortFields, adjustmentStates } from '../../../contract/entities/adjustment.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { AdjustmentKey, AdjustmentQuestion } from '../../db/repositories/adjustments/adjustmentsPage.ts';
import { invalidCursor, isDirection, isOneOf, isRowId, isText, readParts, writeParts } from '../shared/cursor.ts';

const KIND = 'adjustments-2';
export type AdjustmentCursor = Readonly<{ question: AdjustmentQuestion; after: AdjustmentKey }>;

const partsOf = ({ userId, managerId, range, state, sort, direction }: AdjustmentQuestion) => [
  ...[range?.start_date ?? null, range?.end_date ?? null],
  ...[userId, managerId, state, sort, direction],
];

/** Encodes the cursor of an adjustments list. */
export const writeAdjustmentCursor = ({ question, after }: AdjustmentCursor): string =>
  writeParts([KIND, ...partsOf(question), after.value, after.id]);

/** Values PostgreSQL accepts for the column's type; any other text would be a database error. */
const values: Readonly<Record<AdjustmentQuestion['sort'], RegExp>> = {
  created_at: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/,
  adjustment_amount: /^-?\d{1,15}$/,
  adjustment_reason: /^/,
  created_by: /^/,
};

/** @throws Problem 400 for a cursor that this server did not create */
export const readAdjustmentCursor = (text: string): AdjustmentCursor => {
  const [kind, start_date, end_date, userId, managerId, state, sort, direction, value, id] = readParts(text, 10);
  if (kind !== KIND || !isRowId(id) || !isText(value) || (userId !== null && !isRowId(userId))) throw invalidCursor();
  if (managerId !== null && !isRowId(managerId)) throw invalidCursor();
  if (state !== null && !isOneOf(adjustmentStates, state)) throw invalidCursor();
  if (!isOneOf(adjustmentSortFields, sort) || !isDirection(direction)) throw invalidCursor();
  if (!values[sort].test(value)) throw invalidCursor();
  if (start_date === null && end_date === null)
    return { question: { userId, managerId, range: null, state, sort, direction }, after: { value, id } };
  if (!isDay(start_date) || !isDay(end_date) || end_date < start_date) throw invalidCursor();
  return { question: { userId, managerId, range: { start_date, end_date }, state, sort, direction }, after: { value, id } };
};

/** @throws Problem 400 if the query differs from the one the cursor continues */
export const mustContinueAdjustments = ({ question: cursorQuestion }: AdjustmentCursor, question: AdjustmentQuestion): void => {
  if (JSON.stringify(partsOf(cursorQuestion)) !== JSON.stringify(partsOf(question))) throw invalidCursor();
};
