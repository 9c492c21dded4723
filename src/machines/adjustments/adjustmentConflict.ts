import type { Adjustment, AdjustmentBody } from '../../../contract/entities/adjustment.ts';
import { messages } from '../../../contract/messages.ts';
import { refusalOf } from '../support/conflict.ts';
import { failureOf, fieldErrorsOf, isUnanswered, statusOf } from '../support/failure.ts';

/** What goes out: a body to save, or the wish to void. */
export type Sent = AdjustmentBody | 'void';

/**
 * What came of a save or a void that was refused:
 * `alreadySaved`, `alreadyVoid` the lost answer was a yes · `notEditable` it was voided, rejected or its month closed · `ownLostTry` what stands
 * there is one's own try, so what is typed now may follow it · `changedByOthers` with their row · `stale` without it · `noAnswer` nobody knows
 * whether it was saved · `refused` all else.
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

/** The first try under this key was saved, and something else was sent with it since. */
const isKeyUsed = (error: unknown): boolean => refusalOf(error).code === 'idempotency_key_used';

const isOver = ({ state }: Adjustment): boolean => state === 'void' || state === 'rejected';

/** It can no longer be edited, or not by the person who asks. */
export const isEnded = (row: Adjustment): boolean => (row.actions ? !row.actions.includes('edit') : isOver(row));

/** The row holds what was sent. */
const holds = (row: Adjustment, sent: Sent | null): boolean =>
  sent !== null &&
  sent !== 'void' &&
  Number(sent.adjustment_amount) === row.adjustment_amount &&
  sent.adjustment_reason.trim() === row.adjustment_reason &&
  ('user_id' in sent
    ? sent.user_id === row.user_id && sent.effective_date === row.effective_date && sent.kind === row.kind
    : sent.related_invoice_id === row.related_invoice_id);

type Tried = Readonly<{ isEdit: boolean; sent: Sent; unsure: Sent | null }>;

/** What the row that a refusal brought tells of one's own try; null if another person did it. */
const ownKind = (current: Adjustment, { sent, unsure }: Tried, keyUsed: boolean): ConflictKind | null => {
  if (sent === 'void') return unsure === 'void' && current.state === 'void' ? 'alreadyVoid' : null;
  if (unsure !== null && !isOver(current) && holds(current, sent)) return 'alreadySaved';
  return !keyUsed && !isEnded(current) && holds(current, unsure) ? 'ownLostTry' : null;
};

const conflictKind = (error: unknown, tried: Tried): ConflictKind => {
  const { code, current } = refusalOf<Adjustment>(error);
  const keyUsed = isKeyUsed(error);
  if (keyUsed || (statusOf(error) === 409 && code !== 'period_closed')) {
    if (current !== null) return ownKind(current, tried, keyUsed) ?? (isEnded(current) ? 'notEditable' : 'changedByOthers');
    if (tried.isEdit) return 'stale';
  }
  return isUnanswered(error) ? 'noAnswer' : 'refused';
};

/** A refusal as it is decided about and shown: with what was sent, its sentence, and their row where it brought one. */
export type Refusal = Readonly<{
  kind: ConflictKind;
  sent: Sent;
  error: string;
  fields: Readonly<Record<string, string>>;
  current: Adjustment | null;
}>;

/** The server's own sentence; without an answer, that it could not be reached and that what was typed is kept. */
const sentenceOf = (error: unknown): string => {
  const { firstSaved, failed } = messages.adjustmentForm;
  if (isKeyUsed(error)) return firstSaved;
  return failureOf({ error, fallback: statusOf(error) === null ? messages.network.offline : failed }).message;
};

export const readRefusal = (error: unknown, tried: Tried): Refusal => ({
  kind: conflictKind(error, tried),
  sent: tried.sent,
  error: sentenceOf(error),
  fields: fieldErrorsOf(error),
  current: refusalOf<Adjustment>(error).current,
});
