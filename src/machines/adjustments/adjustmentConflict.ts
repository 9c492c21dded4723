import type { Adjustment, AdjustmentBody } from '../../../contract/entities/adjustment.ts';
import { messages } from '../../../contract/messages.ts';
import { parseRefusal } from '../support/conflict.ts';
import { getErrorStatus, getFieldErrors, isUnanswered, toFailure } from '../support/failure.ts';

/** The request: a body to save, or a void. */
export type AdjustmentRequest = AdjustmentBody | 'void';

/**
 * The outcome of a refused save or void:
 * `alreadySaved`, `alreadyVoid`: an earlier request without a response had succeeded · `notEditable`: void, rejected, or its month closed ·
 * `ownLostTry`: the server has the user's own earlier attempt, so the current input may replace it · `changedByOthers`: with their row ·
 * `stale`: without their row · `noAnswer`: the outcome is unknown · `refused`: everything else.
 */
export type ConflictKind =
  | 'alreadySaved'
  | 'alreadyVoid'
  | 'notEditable'
  | 'ownLostTry'
  | 'changedByOthers'
  | 'stale'
  | 'noAnswer'
  | 'refused';

/** True if an earlier request with this key was saved and the form has since sent a different body. */
const isKeyUsed = (error: unknown): boolean => parseRefusal(error).code === 'idempotency_key_used';

const isVoidOrRejected = ({ state }: Adjustment): boolean => state === 'void' || state === 'rejected';

/** True if the row can no longer be edited, or not by this user. */
export const isAdjustmentEnded = (row: Adjustment): boolean => (row.actions ? !row.actions.includes('edit') : isVoidOrRejected(row));

/** True if the row contains the sent values. */
const matchesRequest = (row: Adjustment, request: AdjustmentRequest | null): boolean =>
  request !== null &&
  request !== 'void' &&
  Number(request.adjustment_amount) === row.adjustment_amount &&
  request.adjustment_reason.trim() === row.adjustment_reason &&
  ('user_id' in request
    ? request.user_id === row.user_id && request.effective_date === row.effective_date && request.kind === row.kind
    : request.related_invoice_id === row.related_invoice_id);

type Attempt = Readonly<{ isEdit: boolean; sent: AdjustmentRequest; unanswered: AdjustmentRequest | null }>;

/** The kind of conflict with the user's own earlier request; null if someone else changed the row. */
const getOwnConflictKind = (current: Adjustment, { sent: request, unanswered }: Attempt, keyUsed: boolean): ConflictKind | null => {
  if (request === 'void') return unanswered === 'void' && current.state === 'void' ? 'alreadyVoid' : null;
  if (unanswered !== null && !isVoidOrRejected(current) && matchesRequest(current, request)) return 'alreadySaved';
  return !keyUsed && !isAdjustmentEnded(current) && matchesRequest(current, unanswered) ? 'ownLostTry' : null;
};

const getConflictKind = (error: unknown, attempt: Attempt): ConflictKind => {
  const { code, current } = parseRefusal<Adjustment>(error);
  const keyUsed = isKeyUsed(error);
  if (keyUsed || (getErrorStatus(error) === 409 && code !== 'period_closed')) {
    if (current !== null)
      return getOwnConflictKind(current, attempt, keyUsed) ?? (isAdjustmentEnded(current) ? 'notEditable' : 'changedByOthers');
    if (attempt.isEdit) return 'stale';
  }
  return isUnanswered(error) ? 'noAnswer' : 'refused';
};

/** A refusal with the request, the message, and the current row if the server sent it. */
export type AdjustmentRefusal = Readonly<{
  kind: ConflictKind;
  sent: AdjustmentRequest;
  error: string;
  fields: Readonly<Record<string, string>>;
  current: Adjustment | null;
}>;

/** The server's message; without a response, one saying that the server is unreachable and the input is preserved. */
const toMessage = (error: unknown): string => {
  const { firstSaved: isFirstTrySaved, failed } = messages.adjustmentFormText;
  if (isKeyUsed(error)) return isFirstTrySaved;
  return toFailure({ error, fallback: getErrorStatus(error) === null ? messages.network.offline : failed }).message;
};

export const readRefusal = (error: unknown, attempt: Attempt): AdjustmentRefusal => ({
  kind: getConflictKind(error, attempt),
  sent: attempt.sent,
  error: toMessage(error),
  fields: getFieldErrors(error),
  current: parseRefusal<Adjustment>(error).current,
});
