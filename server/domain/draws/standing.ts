import type { DrawStanding } from '../../../contract/rules/commission/draw.ts';
import type { DrawStandingRow } from '../../db/repositories/draws/draws.ts';

/** A person's draw standing before a payment; `later`: a run has already paid a later month, so this month gets no draw. */
export const standingBefore = (row: DrawStandingRow | undefined): DrawStanding & Readonly<{ later: boolean }> => ({
  paid: row?.paid ?? 0,
  kept: row?.kept ?? 0,
  balance: row?.balance ?? 0,
  later: (row?.later ?? 0) > 0,
});
