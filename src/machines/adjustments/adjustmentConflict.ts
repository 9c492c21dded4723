import type { Adjustment, AdjustmentBody } from '../../../contract/entities/adjustment.ts';
import { statusOf } from '../support/failure.ts';

const read = (value: unknown, key: string): unknown => (value instanceof Object ? Reflect.get(value, key) : undefined);
const codeOf = (error: unknown): unknown => read(read(error, 'data'), 'code');

/** The row as it is now, which a refusal brings (AdjustmentProblem). */
export const currentOf = (error: unknown): Adjustment | null => (read(read(error, 'data'), 'current') as Adjustment | undefined) ?? null;

/** The first try under this key was saved, and something else was sent with it since. */
export const isKeyUsed = (error: unknown): boolean => codeOf(error) === 'idempotency_key_used';

/** What is kept is not what one started from. */
export const isConflict = (error: unknown): boolean => isKeyUsed(error) || (statusOf(error) === 409 && codeOf(error) !== 'period_closed');

/** Nobody knows whether it was saved. */
export const isUnanswered = (error: unknown): boolean => (statusOf(error) ?? 500) >= 500;

export const isOver = ({ state }: Adjustment): boolean => state === 'void' || state === 'rejected';

/** It can be edited no more, or not by who asks. */
export const isEnded = (row: Adjustment): boolean => (row.actions ? !row.actions.includes('edit') : isOver(row));

/** The row holds what was sent. */
export const says = (row: Adjustment | null, body: AdjustmentBody | 'void' | null): boolean =>
  row !== null &&
  body !== null &&
  body !== 'void' &&
  Number(body.adjustment_amount) === row.adjustment_amount &&
  body.adjustment_reason.trim() === row.adjustment_reason &&
  body.related_invoice_id === row.related_invoice_id;
