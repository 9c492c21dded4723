import { isDay } from '../../../contract/rules/time/period.ts';
import type { PayoutKey } from '../../db/repositories/payouts/payoutsPage.ts';
import { invalidCursor, isRowId, readParts, writeParts } from '../shared/cursor.ts';

const KIND = 'payouts-1';
/** `userId`: the requested person; null if nobody was requested. */
export type PayoutCursor = Readonly<{ userId: number | null; after: PayoutKey }>;

/** Encodes the cursor of a list of payouts. */
export const writePayoutCursor = ({ userId, after }: PayoutCursor): string => writeParts([KIND, userId, after.paid_on, after.id]);

/** @throws Problem 400 for a cursor that this server did not create */
export const readPayoutCursor = (text: string): PayoutCursor => {
  const [kind, userId, day, id] = readParts(text, 4);
  if (kind !== KIND || (userId !== null && !isRowId(userId)) || !isDay(day) || !isRowId(id)) throw invalidCursor();
  return { userId, after: { paid_on: day, id } };
};
