import { messages } from '../../../contract/messages.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import { badRequest, type Problem } from './problem.ts';

export const invalidCursor = (): Problem => badRequest('cursor_invalid', messages.refusals.cursor, 'cursor');

/**
 * Encodes an opaque cursor. It carries its query, because later pages may send only cursor and limit; it is not signed, because the rows an
 * actor may see are determined again for every page.
 */
export const writeParts = (parts: readonly unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** @throws Problem 400 unless there are exactly `count` parts */
export const readParts = (text: string, count: number): readonly unknown[] => {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw invalidCursor();
  }
  if (!Array.isArray(parts) || parts.length !== count) throw invalidCursor();
  return parts;
};

export const isRowId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

/** PostgreSQL refuses text with a NUL. */
export const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\u0000');
export const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
export const isDayOrNull = (value: unknown): value is string | null => value === null || (typeof value === 'string' && isDay(value));
export const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T => values.some((one) => one === value);
export const isDirection = (value: unknown): value is 'asc' | 'desc' => isOneOf(['asc', 'desc'] as const, value);
