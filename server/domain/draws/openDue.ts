import { planFor } from '../../../contract/rules/commission/config.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { proposePayout } from '../../../contract/rules/payouts/proposal.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';

type Within = Pick<Repositories, 'config' | 'payouts' | 'payoutRuns'>;

/** Cents a payout run would pay a person for records and adjustments up to a day: due, in no active payment, less clawbacks. */
export const openDue = async (tx: Within, { id, role }: PersonRow, upTo: Day, today: Day): Promise<Cents> => {
  const { config } = await currentConfig(tx);
  const { clawback } = planFor(config, { id: String(id), role }, today) ?? defaultPlan;
  const lines = (await tx.payouts.payable(id, upTo, 0)).map(({ kind, id: line, open }) => ({ kind, id: line, amount: open }));
  const overPaid = clawback.enabled ? (await tx.payoutRuns.overPaid(upTo, 0)).filter(({ user_id }) => user_id === id) : [];
  const records = overPaid.map(({ kind, id: one, over, paid_on }) => ({ kind, id: one, over, paidOn: paid_on }));
  return proposePayout({ lines, overPaid: records, clawback, asOf: today }).amount;
};
