import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import { type PayDays, runOfRecord } from '../../../contract/rules/payouts/payDay.ts';
import type { PayLimits } from '../../../contract/rules/payouts/runRules.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { readPartOfRun } from './readyPayout.ts';

type Repos = Pick<Repositories, 'config' | 'draws' | 'facts' | 'payouts' | 'payoutRuns'>;
type PaidRecord = Readonly<{ user_id: number; booking_date: Day }>;

/** The company's rules that keep a record, due today, out of its payout run; null if no rule does. @throws Problem 404 */
export const readPayLimits = async (
  tx: Repos,
  { user_id, booking_date: bookedOn }: PaidRecord,
  payDays: PayDays,
  config: CommissionsConfig,
  today: Day,
): Promise<PayLimits | null> => {
  const { minimum, onlyEmployed } = config.payout;
  if (minimum === 0 && !onlyEmployed) return null;
  const { heldBack, person } = await readPartOfRun(tx, user_id, runOfRecord(payDays, today, { bookedOn, dueOn: today }), config, today);
  return { tooSmall: heldBack === 'too_small', employment: onlyEmployed ? { active: person.active, leftOn: person.left_on } : null };
};
