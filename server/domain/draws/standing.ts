import type { DrawStanding } from '../../../contract/rules/commission/draw.ts';
import type { DrawStandingRow } from '../../db/repositories/draws/draws.ts';

/** Where a person stands before a payment; `later`: a run paid a later month already, so no draw is paid for this one any more. */
export const beforePayment = (row: DrawStandingRow | undefined): DrawStanding & Readonly<{ later: boolean }> => ({
  paid: row?.paid ?? 0,
  kept: row?.kept ?? 0,
  balance: row?.balance ?? 0,
  later: (row?.later ?? 0) > 0,
});
