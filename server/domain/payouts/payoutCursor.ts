import { isDay } from '../../../contract/rules/time/period.ts';
import type { PayoutKey } from '../../db/repositories/payouts/payoutsPage.ts';
import { cursorOf, isRowId, nullOr } from '../shared/cursor.ts';

/** `userId`: the requested person; null if nobody was requested. */
export const payoutCursor = cursorOf<Readonly<{ userId: number | null }>, PayoutKey>('payouts-1', {
  question: { userId: nullOr(isRowId) },
  after: { paid_on: isDay, id: isRowId },
});
